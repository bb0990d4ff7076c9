"""What commands that answer many puzzles share: inputs, answers, files and progress."""
