/** Networks that `--local` runs, the default one first. */
export const localNetworkIds = ["localnet", "localnet-b"] as const;
