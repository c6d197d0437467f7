import { answerSources } from "../rules/answer-sources.ts";
import { behaviour, keptContexts } from "../rules/behaviour.ts";
import { declaredExtensions } from "../rules/declared-extensions.ts";
import { examples } from "../rules/examples.ts";
import { keyOrder } from "../rules/key-order.ts";
import { ledgerPlaces } from "../rules/ledger-places.ts";
import { methodCategories, methodFields } from "../rules/method-fields.ts";
import { errorCodes, methodNames } from "../rules/method-names.ts";
import { commitment, namedParams } from "../rules/named-params.ts";
import { paramNames, paramOrder } from "../rules/param-names.ts";
import { knownProviders } from "../rules/providers.ts";
import type { Rule } from "../rules/rule.ts";
import { schemas } from "../rules/schemas.ts";
import { subscriptions } from "../rules/subscriptions.ts";
import { typedResults } from "../rules/typed-results.ts";

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
