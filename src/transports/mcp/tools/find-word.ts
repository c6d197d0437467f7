/** The word of `--tools` that lists three tools which find all others. */
export const findWord = "find";
