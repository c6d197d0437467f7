import type { RouteProfile } from "../../generated/config.ts";

/** A route without demands, and without methods: a provider with it is no route. */
export const plainRoute: RouteProfile = {
  methods: {},
  skipPreflight: false,
  maxRetries: undefined,
  encoding: undefined,
  tipAccounts: [],
  leastTip: 0,
  bundleSize: undefined,
  regions: [],
};
