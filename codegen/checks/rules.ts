import { behaviour } from "../rules/behaviour.ts";
import { methodCategories } from "../rules/categories.ts";
import { commitment } from "../rules/commitment.ts";
import { declaredExtensions } from "../rules/declared-extensions.ts";
import { errorCodes } from "../rules/error-codes.ts";
import { examples } from "../rules/examples.ts";
import { fromAnother } from "../rules/from-another.ts";
import { keptContexts } from "../rules/kept-contexts.ts";
import { keyOrder } from "../rules/key-order.ts";
import { ledgerPlaces } from "../rules/ledger-places.ts";
import { methodFields } from "../rules/method-fields.ts";
import { methodNames } from "../rules/method-names.ts";
import { namedParams } from "../rules/named-params.ts";
import { paramNames } from "../rules/param-names.ts";
import { paramOrder } from "../rules/param-order.ts";
import { knownProviders } from "../rules/providers.ts";
import type { Rule } from "../rules/rule.ts";
import { schemas } from "../rules/schemas.ts";
import { subscriptions } from "../rules/subscriptions.ts";
import { typedResults } from "../rules/typed-results.ts";

/** All rules for the document beyond those of OpenRPC. */
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
  fromAnother,
  keptContexts,
  subscriptions,
  schemas,
  examples,
  errorCodes,
  knownProviders,
  typedResults,
];
