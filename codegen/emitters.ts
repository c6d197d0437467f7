/** Files of the emitters that read openrpc.json: one for each file of generated/ except config.ts. */
export const emitters = [
  "emit-types.ts",
  "emit-validators.ts",
  "emit-methods.ts",
  "emit-handlers.ts",
  "emit-tools.ts",
  "emit-client.ts",
] as const;
