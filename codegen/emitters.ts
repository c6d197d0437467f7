/** Files of the emitters in this folder: one each for every file of generated/. */
export const emitters = [
  "emit-types.ts",
  "emit-validators.ts",
  "emit-methods.ts",
  "emit-handlers.ts",
  "emit-tools.ts",
  "emit-client.ts",
] as const;
