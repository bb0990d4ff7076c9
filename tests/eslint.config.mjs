// What eslint looks for in the page's JavaScript: eslint -c tests/eslint.config.mjs satdoku/serving/page

import { createRequire } from "node:module";

const require = createRequire(import.meta.url); // which finds packages by NODE_PATH
const recommended = require("@eslint/js").configs.recommended.rules;
const { browser } = require("globals");

export default [{
  files: ["**/*.js"],
  languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: browser },
  linterOptions: { reportUnusedDisableDirectives: "error" },
  rules: {
    ...recommended, "array-callback-return": "error", eqeqeq: "error", "no-self-compare": "error", "no-sequences": "error", "no-shadow": "error",
    "no-throw-literal": "error", "no-unused-expressions": ["error", { allowShortCircuit: true, allowTernary: true }],
    "no-unused-vars": ["error", { args: "none", varsIgnorePattern: "^_+$" }], "no-useless-return": "error",
    "no-use-before-define": ["error", { functions: false, classes: false, variables: false }], "no-var": "error",
    "object-shorthand": "error", "one-var": ["error", "never"], "prefer-const": "error",
  },
}];
