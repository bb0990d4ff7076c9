r"""satdoku's server in the folder where NeMo Gym looks for it.

cd examples/nemo_gym                                   # or a copy of it
gym env start --config resources_servers/satdoku/configs/satdoku.yaml \
    --model-type openai_model --model NAME --model-url URL --model-api-key KEY
gym eval run --no-serve --agent satdoku_agent \
    --input train.jsonl --output rollouts.jsonl        # in another terminal, same folder
"""

from satdoku.environment.adapters.nemo_gym_sudoku import SudokuServer

if __name__ == "__main__":
    SudokuServer.run_webserver()
