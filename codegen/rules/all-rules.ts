import { answerSources } from "./answer-sources.ts";
import { behaviour, keptContexts } from "./behaviour.ts";
import { declaredExtensions } from "./declared-extensions.ts";
import { examples } from "./examples.ts";
import { keyOrder } from "./key-order.ts";
import { ledgerPlaces } from "./ledger-places.ts";
import { methodCategories, methodFields } from "./method-fields.ts";
import { errorCodes, methodNames } from "./method-names.ts";
import { commitment, namedParams } from "./named-params.ts";
import { paramNames, paramOrder } from "./param-names.ts";
import { knownProviders } from "./providers.ts";
import type { Rule } from "./rule.ts";
import { schemas } from "./schemas.ts";
import { subscriptions } from "./subscriptions.ts";
import { typedResults } from "./typed-results.ts";

/** All rules for the document, besides OpenRPC's own schema. */
export const rules: readonly Rule[] = [
  methodNames,
  methodFields,
  methodCategories,
  declaredExtensions,
  keyOrder,
  paramNames,
  paramOrder,
  ledgerPlaces,
  namedParams,
  commitment,
  behaviour,
  answerSources,
  keptContexts,
  subscriptions,
  schemas,
  examples,
  errorCodes,
  knownProviders,
  typedResults,
];
