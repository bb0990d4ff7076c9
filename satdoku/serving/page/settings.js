// The user's settings in this browser: language, theme, what is shown.

export const settings = {
  get(name, usual) {
    try {
      return JSON.parse(localStorage.getItem(`satdoku.${name}`) ?? "null") ?? usual;
    } catch {
      return usual;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(`satdoku.${name}`, JSON.stringify(value));
    } catch {
      // In a full store, drop settings rather than puzzles.
    }
  },
};
