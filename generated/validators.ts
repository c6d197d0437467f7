// Generated from openrpc.json by codegen/emit/emit-validators.ts; do not edit. Run: npm run generate
// Validators of parameters, one for each distinct schema, as ajv emits them. The methods in methods.ts share them.
// @ts-nocheck: plain JavaScript, checked by its tests.

import { addFault, addFaults } from "../src/contract/compiled-validator.ts";
import { paramValidator } from "../src/contract/explain-faults.ts";
import { formats } from "../src/contract/formats.ts";
import type { ParamValidator } from "../src/contract/param-description.ts";
import { codePointLength } from "../src/text/code-point-length.ts";

export const address: ParamValidator = paramValidator(validate21, "a base-58 address of 32 bytes");
export const commitment: ParamValidator = paramValidator(
  validate22,
  '"processed", "confirmed" or "finalized"',
);
export const accountEncoding: ParamValidator = paramValidator(
  validate23,
  '"base58", "base64", "base64+zstd", "jsonParsed" or "binary"',
);
export const dataSlice: ParamValidator = paramValidator(validate24, 'an object with "offset" and "length"');
export const slot: ParamValidator = paramValidator(
  validate28,
  "a whole number from 0 to 18446744073709551615",
);
export const largestAccountsFilter: ParamValidator = paramValidator(
  validate29,
  '"circulating" or "nonCirculating"',
);
export const accountDataSize: ParamValidator = paramValidator(
  validate30,
  "a whole number from 0 to 10485760",
);
export const epoch: ParamValidator = paramValidator(
  validate31,
  "a whole number from 0 to 18446744073709551615",
);
export const atLeastConfirmed: ParamValidator = paramValidator(validate32, '"confirmed" or "finalized"');
export const transactionEncoding: ParamValidator = paramValidator(
  validate33,
  '"json", "jsonParsed", "base58", "base64" or "binary"',
);
export const transactionDetails: ParamValidator = paramValidator(
  validate34,
  '"full", "accounts", "signatures" or "none"',
);
export const supportedTransactionVersion: ParamValidator = paramValidator(
  validate35,
  "a whole number from 0 to 255",
);
export const slotRange: ParamValidator = paramValidator(validate36, 'an object with "firstSlot"');
export const uint8: ParamValidator = paramValidator(validate39, "a whole number from 0 to 255");
export const uint64: ParamValidator = paramValidator(
  validate25,
  "a whole number from 0 to 18446744073709551615",
);
export const tokenProgram: ParamValidator = paramValidator(
  validate40,
  '"TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA" or "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"',
);
export const assetOptions: ParamValidator = paramValidator(validate41, "an object");
export const pageLimit: ParamValidator = paramValidator(validate42, "a whole number from 1 to 1000");
export const pageNumber: ParamValidator = paramValidator(validate43, "a whole number from 1 to 4294967295");
export const assetSorting: ParamValidator = paramValidator(validate44, 'an object with "sortBy"');
export const assetConditionType: ParamValidator = paramValidator(validate47, '"all" or "any"');
export const assetInterface: ParamValidator = paramValidator(validate48, "a string that is not empty");
export const assetTokenType: ParamValidator = paramValidator(validate49, "a string that is not empty");
export const ownershipModel: ParamValidator = paramValidator(validate50, '"single" or "token"');
export const assetGroupPair: ParamValidator = paramValidator(validate51, "an array of 2 items");
export const royaltyModel: ParamValidator = paramValidator(validate52, '"creators", "fanout" or "single"');
export const uint32: ParamValidator = paramValidator(validate53, "a whole number from 0 to 4294967295");
export const sortDirection: ParamValidator = paramValidator(validate45, '"asc" or "desc"');
export const signature: ParamValidator = paramValidator(validate54, "a base-58 signature of 64 bytes");
export const wireTransaction: ParamValidator = paramValidator(
  validate55,
  "a transaction in base-64 or base-58",
);
export const wireEncoding: ParamValidator = paramValidator(validate56, '"base58", "base64" or "binary"');
export const simulationAccounts: ParamValidator = paramValidator(validate57, 'an object with "addresses"');
export const hash: ParamValidator = paramValidator(validate59, "a base-58 hash of 32 bytes");
export const sortOrder: ParamValidator = paramValidator(validate60, '"asc" or "desc"');
export const historyCursor: ParamValidator = paramValidator(
  validate61,
  "a base-58 signature of 64 bytes or a string or null",
);
export const historyFilters: ParamValidator = paramValidator(validate63, "an object");
export const transferFilters: ParamValidator = paramValidator(validate85, "an object");
export const bundleTransactions: ParamValidator = paramValidator(
  validate94,
  "an array of 1 to 5 items, each a transaction in base-64 or base-58",
);
export const base64: ParamValidator = paramValidator(validate96, "base64 text");
export const priorityFeeOptions: ParamValidator = paramValidator(validate97, "an object");
export const lamports: ParamValidator = paramValidator(
  validate98,
  "a whole number from 0 to 18446744073709551615",
);
export const base58: ParamValidator = paramValidator(validate99, "base-58 text");
export const networkId: ParamValidator = paramValidator(validate100, "a string that is not empty");
export const rpcUrl: ParamValidator = paramValidator(
  validate101,
  "an https address of an upstream (the configuration takes http ones too)",
);
export const subscriptionId: ParamValidator = paramValidator(
  validate102,
  "a whole number from 0 to 18446744073709551615",
);
export const logsFilter: ParamValidator = paramValidator(
  validate103,
  '"all" or "allWithVotes" or an object with "mentions"',
);
export const blockFilter: ParamValidator = paramValidator(
  validate105,
  '"all" or an object with "mentionsAccountOrProgram"',
);
export const transactionFilter: ParamValidator = paramValidator(validate107, "an object");
export const pubkeys: ParamValidator = paramValidator(
  validate112,
  "an array of at most 100 items, each a base-58 address of 32 bytes",
);
export const filters: ParamValidator = paramValidator(
  validate114,
  'an array of at most 4 items, each an object with "dataSize" or an object with "memcmp" or an object with "valueCmp" or "tokenAccountState" or an object with "tokenAccountState"',
);
export const withContext: ParamValidator = paramValidator(validate130, "true or false");
export const limit: ParamValidator = paramValidator(validate131, "a whole number from 1 to 10000");
export const paginationKey: ParamValidator = paramValidator(validate132, "a string or null");
export const limit2: ParamValidator = paramValidator(validate133, "a whole number from 0 to 500000");
export const limit3: ParamValidator = paramValidator(validate134, "a whole number from 0 to 5000");
export const limit4: ParamValidator = paramValidator(validate135, "a whole number from 0 to 720");
export const addresses: ParamValidator = paramValidator(
  validate136,
  "an array whose items are each a base-58 address of 32 bytes",
);
export const ids: ParamValidator = paramValidator(
  validate138,
  "an array of 1 to 1000 items, each a base-58 address of 32 bytes",
);
export const before: ParamValidator = paramValidator(validate140, "a string");
export const limit5: ParamValidator = paramValidator(validate141, "a whole number from 1 to 1000");
export const signatures: ParamValidator = paramValidator(
  validate142,
  "an array of at most 256 items, each a base-58 signature of 64 bytes",
);
export const addresses2: ParamValidator = paramValidator(
  validate144,
  "an array of at most 128 items, each a base-58 address of 32 bytes",
);
export const percentile: ParamValidator = paramValidator(validate146, "a whole number from 0 to 10000");
export const innerInstructionsEncoding: ParamValidator = paramValidator(
  validate147,
  '"json" or "jsonParsed"',
);
export const validatorAcls: ParamValidator = paramValidator(
  validate148,
  "an array whose items are each a string",
);
export const transactionDetails2: ParamValidator = paramValidator(validate149, '"signatures" or "full"');
export const limit6: ParamValidator = paramValidator(
  validate150,
  "a whole number from 1 to 18446744073709551615",
);
export const direction: ParamValidator = paramValidator(validate151, '"in", "out" or "any"');
export const solMode: ParamValidator = paramValidator(validate152, '"merged" or "separate"');
export const limit7: ParamValidator = paramValidator(validate153, "a whole number from 1 to 1000");
export const preExecutionAccountsConfigs: ParamValidator = paramValidator(
  validate154,
  'an array whose items are each an object with "addresses" or null',
);
export const simulationBank: ParamValidator = paramValidator(validate156, "a string or an object");
export const bundleIds: ParamValidator = paramValidator(
  validate159,
  "an array of at most 5 items, each a string that is not empty",
);
export const transaction: ParamValidator = paramValidator(validate162, "a string that is not empty");
export const filters2: ParamValidator = paramValidator(
  validate163,
  "an array whose items are each an object",
);
export const hashes: ParamValidator = paramValidator(
  validate170,
  "an array of at most 1000 items, each a base-58 hash of 32 bytes",
);
export const hashes2: ParamValidator = paramValidator(
  validate172,
  "an array whose items are each a base-58 hash of 32 bytes",
);
export const addresses3: ParamValidator = paramValidator(
  validate174,
  "an array of at most 1000 items, each a base-58 address of 32 bytes",
);
export const newAddressesWithTrees: ParamValidator = paramValidator(
  validate176,
  'an array of at most 1000 items, each an object with "address" and "tree"',
);
export const newAddressesWithTrees2: ParamValidator = paramValidator(
  validate181,
  'an array whose items are each an object with "address" and "tree"',
);

const formats0 = formats.address;

function validate21(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (!formats0.validate(data)) {
      vErrors = addFault(vErrors, { instancePath, keyword: "format", params: { format: "address" } });
      errors++;
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  validate21.errors = vErrors;
  return errors === 0;
}

function validate22(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  if (!(data === "processed" || data === "confirmed" || data === "finalized")) {
    vErrors = addFault(vErrors, {
      instancePath,
      keyword: "enum",
      params: { allowedValues: ["processed", "confirmed", "finalized"] },
    });
    errors++;
  }
  validate22.errors = vErrors;
  return errors === 0;
}

function validate23(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  if (
    !(
      data === "base58" ||
      data === "base64" ||
      data === "base64+zstd" ||
      data === "jsonParsed" ||
      data === "binary"
    )
  ) {
    vErrors = addFault(vErrors, {
      instancePath,
      keyword: "enum",
      params: { allowedValues: ["base58", "base64", "base64+zstd", "jsonParsed", "binary"] },
    });
    errors++;
  }
  validate23.errors = vErrors;
  return errors === 0;
}

const func0 = Object.prototype.hasOwnProperty;

function validate25(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && !(data % 1) && !isNaN(data) && isFinite(data))) {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "integer" } });
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 18446744073709552000 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "maximum",
        params: { comparison: "<=", limit: 18446744073709552000 },
      });
      errors++;
    }
    if (data < 0 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "minimum",
        params: { comparison: ">=", limit: 0 },
      });
      errors++;
    }
  }
  validate25.errors = vErrors;
  return errors === 0;
}

function validate24(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.offset === undefined || !func0.call(data, "offset")) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "required",
        params: { missingProperty: "offset" },
      });
      errors++;
    }
    if (data.length === undefined || !func0.call(data, "length")) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "required",
        params: { missingProperty: "length" },
      });
      errors++;
    }
    if (data.offset !== undefined && func0.call(data, "offset")) {
      if (!validate25(data.offset, instancePath + "/offset")) {
        vErrors = addFaults(vErrors, validate25.errors);
        errors += validate25.errors.length;
      }
    }
    if (data.length !== undefined && func0.call(data, "length")) {
      if (!validate25(data.length, instancePath + "/length")) {
        vErrors = addFaults(vErrors, validate25.errors);
        errors += validate25.errors.length;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "object" } });
    errors++;
  }
  validate24.errors = vErrors;
  return errors === 0;
}

function validate28(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && !(data % 1) && !isNaN(data) && isFinite(data))) {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "integer" } });
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 18446744073709552000 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "maximum",
        params: { comparison: "<=", limit: 18446744073709552000 },
      });
      errors++;
    }
    if (data < 0 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "minimum",
        params: { comparison: ">=", limit: 0 },
      });
      errors++;
    }
  }
  validate28.errors = vErrors;
  return errors === 0;
}

function validate29(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  if (!(data === "circulating" || data === "nonCirculating")) {
    vErrors = addFault(vErrors, {
      instancePath,
      keyword: "enum",
      params: { allowedValues: ["circulating", "nonCirculating"] },
    });
    errors++;
  }
  validate29.errors = vErrors;
  return errors === 0;
}

function validate30(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && !(data % 1) && !isNaN(data) && isFinite(data))) {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "integer" } });
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 10485760 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "maximum",
        params: { comparison: "<=", limit: 10485760 },
      });
      errors++;
    }
    if (data < 0 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "minimum",
        params: { comparison: ">=", limit: 0 },
      });
      errors++;
    }
  }
  validate30.errors = vErrors;
  return errors === 0;
}

function validate31(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && !(data % 1) && !isNaN(data) && isFinite(data))) {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "integer" } });
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 18446744073709552000 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "maximum",
        params: { comparison: "<=", limit: 18446744073709552000 },
      });
      errors++;
    }
    if (data < 0 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "minimum",
        params: { comparison: ">=", limit: 0 },
      });
      errors++;
    }
  }
  validate31.errors = vErrors;
  return errors === 0;
}

function validate32(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  if (!(data === "confirmed" || data === "finalized")) {
    vErrors = addFault(vErrors, {
      instancePath,
      keyword: "enum",
      params: { allowedValues: ["confirmed", "finalized"] },
    });
    errors++;
  }
  validate32.errors = vErrors;
  return errors === 0;
}

function validate33(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  if (
    !(data === "json" || data === "jsonParsed" || data === "base58" || data === "base64" || data === "binary")
  ) {
    vErrors = addFault(vErrors, {
      instancePath,
      keyword: "enum",
      params: { allowedValues: ["json", "jsonParsed", "base58", "base64", "binary"] },
    });
    errors++;
  }
  validate33.errors = vErrors;
  return errors === 0;
}

function validate34(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  if (!(data === "full" || data === "accounts" || data === "signatures" || data === "none")) {
    vErrors = addFault(vErrors, {
      instancePath,
      keyword: "enum",
      params: { allowedValues: ["full", "accounts", "signatures", "none"] },
    });
    errors++;
  }
  validate34.errors = vErrors;
  return errors === 0;
}

function validate35(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && !(data % 1) && !isNaN(data) && isFinite(data))) {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "integer" } });
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 255 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "maximum",
        params: { comparison: "<=", limit: 255 },
      });
      errors++;
    }
    if (data < 0 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "minimum",
        params: { comparison: ">=", limit: 0 },
      });
      errors++;
    }
  }
  validate35.errors = vErrors;
  return errors === 0;
}

function validate36(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.firstSlot === undefined || !func0.call(data, "firstSlot")) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "required",
        params: { missingProperty: "firstSlot" },
      });
      errors++;
    }
    if (data.firstSlot !== undefined && func0.call(data, "firstSlot")) {
      if (!validate28(data.firstSlot, instancePath + "/firstSlot")) {
        vErrors = addFaults(vErrors, validate28.errors);
        errors += validate28.errors.length;
      }
    }
    if (data.lastSlot !== undefined && func0.call(data, "lastSlot")) {
      let data1 = data.lastSlot;
      const _errs4 = errors;
      let valid1 = false;
      const _errs5 = errors;
      if (!validate28(data1, instancePath + "/lastSlot")) {
        vErrors = addFaults(vErrors, validate28.errors);
        errors += validate28.errors.length;
      }
      var _valid0 = _errs5 === errors;
      valid1 = valid1 || _valid0;
      if (!valid1) {
        const _errs6 = errors;
        if (data1 !== null) {
          vErrors = addFault(vErrors, {
            instancePath: instancePath + "/lastSlot",
            keyword: "type",
            params: { type: "null" },
          });
          errors++;
        }
        var _valid0 = _errs6 === errors;
        valid1 = valid1 || _valid0;
      }
      if (!valid1) {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/lastSlot",
          keyword: "anyOf",
          params: {},
        });
        errors++;
      } else {
        errors = _errs4;
        if (vErrors !== null) {
          if (_errs4) {
            vErrors.length = Math.min(vErrors.length, _errs4);
          } else {
            vErrors = null;
          }
        }
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "object" } });
    errors++;
  }
  validate36.errors = vErrors;
  return errors === 0;
}

function validate39(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && !(data % 1) && !isNaN(data) && isFinite(data))) {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "integer" } });
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 255 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "maximum",
        params: { comparison: "<=", limit: 255 },
      });
      errors++;
    }
    if (data < 0 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "minimum",
        params: { comparison: ">=", limit: 0 },
      });
      errors++;
    }
  }
  validate39.errors = vErrors;
  return errors === 0;
}

function validate40(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  if (
    !(
      data === "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA" ||
      data === "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"
    )
  ) {
    vErrors = addFault(vErrors, {
      instancePath,
      keyword: "enum",
      params: {
        allowedValues: [
          "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
          "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
        ],
      },
    });
    errors++;
  }
  validate40.errors = vErrors;
  return errors === 0;
}

function validate41(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const key0 of Object.keys(data)) {
      if (
        !(
          key0 === "showUnverifiedCollections" ||
          key0 === "showZeroBalance" ||
          key0 === "showInscription" ||
          key0 === "showFungible" ||
          key0 === "showCollectionMetadata" ||
          key0 === "showGrandTotal" ||
          key0 === "showNativeBalance" ||
          key0 === "showClosedAccounts"
        )
      ) {
        if (typeof data[key0] !== "boolean") {
          vErrors = addFault(vErrors, {
            instancePath: instancePath + "/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),
            keyword: "type",
            params: { type: "boolean" },
          });
          errors++;
        }
      }
    }
    if (data.showUnverifiedCollections !== undefined && func0.call(data, "showUnverifiedCollections")) {
      if (typeof data.showUnverifiedCollections !== "boolean") {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/showUnverifiedCollections",
          keyword: "type",
          params: { type: "boolean" },
        });
        errors++;
      }
    }
    if (data.showZeroBalance !== undefined && func0.call(data, "showZeroBalance")) {
      if (typeof data.showZeroBalance !== "boolean") {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/showZeroBalance",
          keyword: "type",
          params: { type: "boolean" },
        });
        errors++;
      }
    }
    if (data.showInscription !== undefined && func0.call(data, "showInscription")) {
      if (typeof data.showInscription !== "boolean") {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/showInscription",
          keyword: "type",
          params: { type: "boolean" },
        });
        errors++;
      }
    }
    if (data.showFungible !== undefined && func0.call(data, "showFungible")) {
      if (typeof data.showFungible !== "boolean") {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/showFungible",
          keyword: "type",
          params: { type: "boolean" },
        });
        errors++;
      }
    }
    if (data.showCollectionMetadata !== undefined && func0.call(data, "showCollectionMetadata")) {
      if (typeof data.showCollectionMetadata !== "boolean") {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/showCollectionMetadata",
          keyword: "type",
          params: { type: "boolean" },
        });
        errors++;
      }
    }
    if (data.showGrandTotal !== undefined && func0.call(data, "showGrandTotal")) {
      if (typeof data.showGrandTotal !== "boolean") {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/showGrandTotal",
          keyword: "type",
          params: { type: "boolean" },
        });
        errors++;
      }
    }
    if (data.showNativeBalance !== undefined && func0.call(data, "showNativeBalance")) {
      if (typeof data.showNativeBalance !== "boolean") {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/showNativeBalance",
          keyword: "type",
          params: { type: "boolean" },
        });
        errors++;
      }
    }
    if (data.showClosedAccounts !== undefined && func0.call(data, "showClosedAccounts")) {
      if (typeof data.showClosedAccounts !== "boolean") {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/showClosedAccounts",
          keyword: "type",
          params: { type: "boolean" },
        });
        errors++;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "object" } });
    errors++;
  }
  validate41.errors = vErrors;
  return errors === 0;
}

function validate42(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && !(data % 1) && !isNaN(data) && isFinite(data))) {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "integer" } });
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 1000 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "maximum",
        params: { comparison: "<=", limit: 1000 },
      });
      errors++;
    }
    if (data < 1 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "minimum",
        params: { comparison: ">=", limit: 1 },
      });
      errors++;
    }
  }
  validate42.errors = vErrors;
  return errors === 0;
}

function validate43(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && !(data % 1) && !isNaN(data) && isFinite(data))) {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "integer" } });
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 4294967295 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "maximum",
        params: { comparison: "<=", limit: 4294967295 },
      });
      errors++;
    }
    if (data < 1 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "minimum",
        params: { comparison: ">=", limit: 1 },
      });
      errors++;
    }
  }
  validate43.errors = vErrors;
  return errors === 0;
}

function validate45(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  if (!(data === "asc" || data === "desc")) {
    vErrors = addFault(vErrors, {
      instancePath,
      keyword: "enum",
      params: { allowedValues: ["asc", "desc"] },
    });
    errors++;
  }
  validate45.errors = vErrors;
  return errors === 0;
}

function validate44(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.sortBy === undefined || !func0.call(data, "sortBy")) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "required",
        params: { missingProperty: "sortBy" },
      });
      errors++;
    }
    if (data.sortBy !== undefined && func0.call(data, "sortBy")) {
      let data0 = data.sortBy;
      if (typeof data0 !== "string") {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/sortBy",
          keyword: "type",
          params: { type: "string" },
        });
        errors++;
      }
      if (
        !(
          data0 === "created" ||
          data0 === "updated" ||
          data0 === "recent_action" ||
          data0 === "id" ||
          data0 === "none"
        )
      ) {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/sortBy",
          keyword: "enum",
          params: { allowedValues: ["created", "updated", "recent_action", "id", "none"] },
        });
        errors++;
      }
    }
    if (data.sortDirection !== undefined && func0.call(data, "sortDirection")) {
      let data1 = data.sortDirection;
      const _errs5 = errors;
      let valid1 = false;
      const _errs6 = errors;
      if (!validate45(data1, instancePath + "/sortDirection")) {
        vErrors = addFaults(vErrors, validate45.errors);
        errors += validate45.errors.length;
      }
      var _valid0 = _errs6 === errors;
      valid1 = valid1 || _valid0;
      if (!valid1) {
        const _errs7 = errors;
        if (data1 !== null) {
          vErrors = addFault(vErrors, {
            instancePath: instancePath + "/sortDirection",
            keyword: "type",
            params: { type: "null" },
          });
          errors++;
        }
        var _valid0 = _errs7 === errors;
        valid1 = valid1 || _valid0;
      }
      if (!valid1) {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/sortDirection",
          keyword: "anyOf",
          params: {},
        });
        errors++;
      } else {
        errors = _errs5;
        if (vErrors !== null) {
          if (_errs5) {
            vErrors.length = Math.min(vErrors.length, _errs5);
          } else {
            vErrors = null;
          }
        }
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "object" } });
    errors++;
  }
  validate44.errors = vErrors;
  return errors === 0;
}

function validate47(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  if (!(data === "all" || data === "any")) {
    vErrors = addFault(vErrors, { instancePath, keyword: "enum", params: { allowedValues: ["all", "any"] } });
    errors++;
  }
  validate47.errors = vErrors;
  return errors === 0;
}

const func63 = codePointLength;

function validate48(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (func63(data) < 1) {
      vErrors = addFault(vErrors, { instancePath, keyword: "minLength", params: { limit: 1 } });
      errors++;
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  validate48.errors = vErrors;
  return errors === 0;
}

function validate49(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (func63(data) < 1) {
      vErrors = addFault(vErrors, { instancePath, keyword: "minLength", params: { limit: 1 } });
      errors++;
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  validate49.errors = vErrors;
  return errors === 0;
}

function validate50(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  if (!(data === "single" || data === "token")) {
    vErrors = addFault(vErrors, {
      instancePath,
      keyword: "enum",
      params: { allowedValues: ["single", "token"] },
    });
    errors++;
  }
  validate50.errors = vErrors;
  return errors === 0;
}

function validate51(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (Array.isArray(data)) {
    if (data.length > 2) {
      vErrors = addFault(vErrors, { instancePath, keyword: "maxItems", params: { limit: 2 } });
      errors++;
    }
    if (data.length < 2) {
      vErrors = addFault(vErrors, { instancePath, keyword: "minItems", params: { limit: 2 } });
      errors++;
    }
    const len0 = data.length;
    if (!(len0 <= 2)) {
      vErrors = addFault(vErrors, { instancePath, keyword: "additionalItems", params: { limit: 2 } });
      errors++;
    }
    const len1 = data.length;
    if (len1 > 0) {
      if (typeof data[0] !== "string") {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/0",
          keyword: "type",
          params: { type: "string" },
        });
        errors++;
      }
    }
    if (len1 > 1) {
      if (typeof data[1] !== "string") {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/1",
          keyword: "type",
          params: { type: "string" },
        });
        errors++;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "array" } });
    errors++;
  }
  validate51.errors = vErrors;
  return errors === 0;
}

function validate52(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  if (!(data === "creators" || data === "fanout" || data === "single")) {
    vErrors = addFault(vErrors, {
      instancePath,
      keyword: "enum",
      params: { allowedValues: ["creators", "fanout", "single"] },
    });
    errors++;
  }
  validate52.errors = vErrors;
  return errors === 0;
}

function validate53(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && !(data % 1) && !isNaN(data) && isFinite(data))) {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "integer" } });
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 4294967295 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "maximum",
        params: { comparison: "<=", limit: 4294967295 },
      });
      errors++;
    }
    if (data < 0 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "minimum",
        params: { comparison: ">=", limit: 0 },
      });
      errors++;
    }
  }
  validate53.errors = vErrors;
  return errors === 0;
}

const formats2 = formats.signature;

function validate54(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (!formats2.validate(data)) {
      vErrors = addFault(vErrors, { instancePath, keyword: "format", params: { format: "signature" } });
      errors++;
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  validate54.errors = vErrors;
  return errors === 0;
}

const formats4 = formats.transaction;

function validate55(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (!formats4.validate(data)) {
      vErrors = addFault(vErrors, { instancePath, keyword: "format", params: { format: "transaction" } });
      errors++;
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  validate55.errors = vErrors;
  return errors === 0;
}

function validate56(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  if (!(data === "base58" || data === "base64" || data === "binary")) {
    vErrors = addFault(vErrors, {
      instancePath,
      keyword: "enum",
      params: { allowedValues: ["base58", "base64", "binary"] },
    });
    errors++;
  }
  validate56.errors = vErrors;
  return errors === 0;
}

function validate57(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.addresses === undefined || !func0.call(data, "addresses")) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "required",
        params: { missingProperty: "addresses" },
      });
      errors++;
    }
    if (data.addresses !== undefined && func0.call(data, "addresses")) {
      let data0 = data.addresses;
      if (Array.isArray(data0)) {
        const len0 = data0.length;
        for (let i0 = 0; i0 < len0; i0++) {
          if (!validate21(data0[i0], instancePath + "/addresses/" + i0)) {
            vErrors = addFaults(vErrors, validate21.errors);
            errors += validate21.errors.length;
          }
        }
      } else {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/addresses",
          keyword: "type",
          params: { type: "array" },
        });
        errors++;
      }
    }
    if (data.encoding !== undefined && func0.call(data, "encoding")) {
      let data2 = data.encoding;
      const _errs6 = errors;
      let valid3 = false;
      const _errs7 = errors;
      if (typeof data2 !== "string") {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/encoding",
          keyword: "type",
          params: { type: "string" },
        });
        errors++;
      }
      if (!(data2 === "base64" || data2 === "base64+zstd" || data2 === "jsonParsed")) {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/encoding",
          keyword: "enum",
          params: { allowedValues: ["base64", "base64+zstd", "jsonParsed"] },
        });
        errors++;
      }
      var _valid0 = _errs7 === errors;
      valid3 = valid3 || _valid0;
      if (!valid3) {
        const _errs9 = errors;
        if (data2 !== null) {
          vErrors = addFault(vErrors, {
            instancePath: instancePath + "/encoding",
            keyword: "type",
            params: { type: "null" },
          });
          errors++;
        }
        var _valid0 = _errs9 === errors;
        valid3 = valid3 || _valid0;
      }
      if (!valid3) {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/encoding",
          keyword: "anyOf",
          params: {},
        });
        errors++;
      } else {
        errors = _errs6;
        if (vErrors !== null) {
          if (_errs6) {
            vErrors.length = Math.min(vErrors.length, _errs6);
          } else {
            vErrors = null;
          }
        }
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "object" } });
    errors++;
  }
  validate57.errors = vErrors;
  return errors === 0;
}

const formats6 = formats.hash;

function validate59(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (!formats6.validate(data)) {
      vErrors = addFault(vErrors, { instancePath, keyword: "format", params: { format: "hash" } });
      errors++;
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  validate59.errors = vErrors;
  return errors === 0;
}

function validate60(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  if (!(data === "asc" || data === "desc")) {
    vErrors = addFault(vErrors, {
      instancePath,
      keyword: "enum",
      params: { allowedValues: ["asc", "desc"] },
    });
    errors++;
  }
  validate60.errors = vErrors;
  return errors === 0;
}

const pattern0 = new RegExp("^[0-9]{1,20}:[0-9]{1,10}$", "u");

function validate61(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  const _errs0 = errors;
  let valid0 = false;
  const _errs1 = errors;
  if (!validate54(data, instancePath)) {
    vErrors = addFaults(vErrors, validate54.errors);
    errors += validate54.errors.length;
  }
  var _valid0 = _errs1 === errors;
  valid0 = valid0 || _valid0;
  if (!valid0) {
    const _errs2 = errors;
    if (typeof data === "string") {
      if (!pattern0.test(data)) {
        vErrors = addFault(vErrors, {
          instancePath,
          keyword: "pattern",
          params: { pattern: "^[0-9]{1,20}:[0-9]{1,10}$" },
        });
        errors++;
      }
    } else {
      vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
      errors++;
    }
    var _valid0 = _errs2 === errors;
    valid0 = valid0 || _valid0;
    if (!valid0) {
      const _errs4 = errors;
      if (data !== null) {
        vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "null" } });
        errors++;
      }
      var _valid0 = _errs4 === errors;
      valid0 = valid0 || _valid0;
    }
  }
  if (!valid0) {
    vErrors = addFault(vErrors, { instancePath, keyword: "anyOf", params: {} });
    errors++;
  } else {
    errors = _errs0;
    if (vErrors !== null) {
      if (_errs0) {
        vErrors.length = Math.min(vErrors.length, _errs0);
      } else {
        vErrors = null;
      }
    }
  }
  validate61.errors = vErrors;
  return errors === 0;
}

function validate64(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.eq !== undefined && func0.call(data, "eq")) {
      if (!validate28(data.eq, instancePath + "/eq")) {
        vErrors = addFaults(vErrors, validate28.errors);
        errors += validate28.errors.length;
      }
    }
    if (data.gt !== undefined && func0.call(data, "gt")) {
      if (!validate28(data.gt, instancePath + "/gt")) {
        vErrors = addFaults(vErrors, validate28.errors);
        errors += validate28.errors.length;
      }
    }
    if (data.gte !== undefined && func0.call(data, "gte")) {
      if (!validate28(data.gte, instancePath + "/gte")) {
        vErrors = addFaults(vErrors, validate28.errors);
        errors += validate28.errors.length;
      }
    }
    if (data.lt !== undefined && func0.call(data, "lt")) {
      if (!validate28(data.lt, instancePath + "/lt")) {
        vErrors = addFaults(vErrors, validate28.errors);
        errors += validate28.errors.length;
      }
    }
    if (data.lte !== undefined && func0.call(data, "lte")) {
      if (!validate28(data.lte, instancePath + "/lte")) {
        vErrors = addFaults(vErrors, validate28.errors);
        errors += validate28.errors.length;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "object" } });
    errors++;
  }
  validate64.errors = vErrors;
  return errors === 0;
}

function validate72(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && !(data % 1) && !isNaN(data) && isFinite(data))) {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "integer" } });
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 9223372036854776000 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "maximum",
        params: { comparison: "<=", limit: 9223372036854776000 },
      });
      errors++;
    }
    if (data < -9223372036854776000 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "minimum",
        params: { comparison: ">=", limit: -9223372036854776000 },
      });
      errors++;
    }
  }
  validate72.errors = vErrors;
  return errors === 0;
}

function validate71(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.eq !== undefined && func0.call(data, "eq")) {
      if (!validate72(data.eq, instancePath + "/eq")) {
        vErrors = addFaults(vErrors, validate72.errors);
        errors += validate72.errors.length;
      }
    }
    if (data.gt !== undefined && func0.call(data, "gt")) {
      if (!validate72(data.gt, instancePath + "/gt")) {
        vErrors = addFaults(vErrors, validate72.errors);
        errors += validate72.errors.length;
      }
    }
    if (data.gte !== undefined && func0.call(data, "gte")) {
      if (!validate72(data.gte, instancePath + "/gte")) {
        vErrors = addFaults(vErrors, validate72.errors);
        errors += validate72.errors.length;
      }
    }
    if (data.lt !== undefined && func0.call(data, "lt")) {
      if (!validate72(data.lt, instancePath + "/lt")) {
        vErrors = addFaults(vErrors, validate72.errors);
        errors += validate72.errors.length;
      }
    }
    if (data.lte !== undefined && func0.call(data, "lte")) {
      if (!validate72(data.lte, instancePath + "/lte")) {
        vErrors = addFaults(vErrors, validate72.errors);
        errors += validate72.errors.length;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "object" } });
    errors++;
  }
  validate71.errors = vErrors;
  return errors === 0;
}

function validate79(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.gt !== undefined && func0.call(data, "gt")) {
      if (!validate54(data.gt, instancePath + "/gt")) {
        vErrors = addFaults(vErrors, validate54.errors);
        errors += validate54.errors.length;
      }
    }
    if (data.gte !== undefined && func0.call(data, "gte")) {
      if (!validate54(data.gte, instancePath + "/gte")) {
        vErrors = addFaults(vErrors, validate54.errors);
        errors += validate54.errors.length;
      }
    }
    if (data.lt !== undefined && func0.call(data, "lt")) {
      if (!validate54(data.lt, instancePath + "/lt")) {
        vErrors = addFaults(vErrors, validate54.errors);
        errors += validate54.errors.length;
      }
    }
    if (data.lte !== undefined && func0.call(data, "lte")) {
      if (!validate54(data.lte, instancePath + "/lte")) {
        vErrors = addFaults(vErrors, validate54.errors);
        errors += validate54.errors.length;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "object" } });
    errors++;
  }
  validate79.errors = vErrors;
  return errors === 0;
}

function validate63(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.status !== undefined && func0.call(data, "status")) {
      let data0 = data.status;
      if (typeof data0 !== "string") {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/status",
          keyword: "type",
          params: { type: "string" },
        });
        errors++;
      }
      if (!(data0 === "any" || data0 === "all" || data0 === "succeeded" || data0 === "failed")) {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/status",
          keyword: "enum",
          params: { allowedValues: ["any", "all", "succeeded", "failed"] },
        });
        errors++;
      }
    }
    if (data.tokenAccounts !== undefined && func0.call(data, "tokenAccounts")) {
      let data1 = data.tokenAccounts;
      if (typeof data1 !== "string") {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/tokenAccounts",
          keyword: "type",
          params: { type: "string" },
        });
        errors++;
      }
      if (!(data1 === "none" || data1 === "balanceChanged" || data1 === "all")) {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/tokenAccounts",
          keyword: "enum",
          params: { allowedValues: ["none", "balanceChanged", "all"] },
        });
        errors++;
      }
    }
    if (data.slot !== undefined && func0.call(data, "slot")) {
      if (!validate64(data.slot, instancePath + "/slot")) {
        vErrors = addFaults(vErrors, validate64.errors);
        errors += validate64.errors.length;
      }
    }
    if (data.blockTime !== undefined && func0.call(data, "blockTime")) {
      if (!validate71(data.blockTime, instancePath + "/blockTime")) {
        vErrors = addFaults(vErrors, validate71.errors);
        errors += validate71.errors.length;
      }
    }
    if (data.signature !== undefined && func0.call(data, "signature")) {
      if (!validate79(data.signature, instancePath + "/signature")) {
        vErrors = addFaults(vErrors, validate79.errors);
        errors += validate79.errors.length;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "object" } });
    errors++;
  }
  validate63.errors = vErrors;
  return errors === 0;
}

function validate86(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.gt !== undefined && func0.call(data, "gt")) {
      if (!validate25(data.gt, instancePath + "/gt")) {
        vErrors = addFaults(vErrors, validate25.errors);
        errors += validate25.errors.length;
      }
    }
    if (data.gte !== undefined && func0.call(data, "gte")) {
      if (!validate25(data.gte, instancePath + "/gte")) {
        vErrors = addFaults(vErrors, validate25.errors);
        errors += validate25.errors.length;
      }
    }
    if (data.lt !== undefined && func0.call(data, "lt")) {
      if (!validate25(data.lt, instancePath + "/lt")) {
        vErrors = addFaults(vErrors, validate25.errors);
        errors += validate25.errors.length;
      }
    }
    if (data.lte !== undefined && func0.call(data, "lte")) {
      if (!validate25(data.lte, instancePath + "/lte")) {
        vErrors = addFaults(vErrors, validate25.errors);
        errors += validate25.errors.length;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "object" } });
    errors++;
  }
  validate86.errors = vErrors;
  return errors === 0;
}

function validate85(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.amount !== undefined && func0.call(data, "amount")) {
      if (!validate86(data.amount, instancePath + "/amount")) {
        vErrors = addFaults(vErrors, validate86.errors);
        errors += validate86.errors.length;
      }
    }
    if (data.blockTime !== undefined && func0.call(data, "blockTime")) {
      if (!validate71(data.blockTime, instancePath + "/blockTime")) {
        vErrors = addFaults(vErrors, validate71.errors);
        errors += validate71.errors.length;
      }
    }
    if (data.slot !== undefined && func0.call(data, "slot")) {
      if (!validate64(data.slot, instancePath + "/slot")) {
        vErrors = addFaults(vErrors, validate64.errors);
        errors += validate64.errors.length;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "object" } });
    errors++;
  }
  validate85.errors = vErrors;
  return errors === 0;
}

function validate94(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (Array.isArray(data)) {
    if (data.length > 5) {
      vErrors = addFault(vErrors, { instancePath, keyword: "maxItems", params: { limit: 5 } });
      errors++;
    }
    if (data.length < 1) {
      vErrors = addFault(vErrors, { instancePath, keyword: "minItems", params: { limit: 1 } });
      errors++;
    }
    const len0 = data.length;
    for (let i0 = 0; i0 < len0; i0++) {
      if (!validate55(data[i0], instancePath + "/" + i0)) {
        vErrors = addFaults(vErrors, validate55.errors);
        errors += validate55.errors.length;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "array" } });
    errors++;
  }
  validate94.errors = vErrors;
  return errors === 0;
}

const formats8 = formats.base64;

function validate96(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (!formats8.validate(data)) {
      vErrors = addFault(vErrors, { instancePath, keyword: "format", params: { format: "base64" } });
      errors++;
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  validate96.errors = vErrors;
  return errors === 0;
}

function validate97(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.priorityLevel !== undefined && func0.call(data, "priorityLevel")) {
      let data0 = data.priorityLevel;
      if (typeof data0 === "string") {
        if (func63(data0) < 1) {
          vErrors = addFault(vErrors, {
            instancePath: instancePath + "/priorityLevel",
            keyword: "minLength",
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/priorityLevel",
          keyword: "type",
          params: { type: "string" },
        });
        errors++;
      }
    }
    if (data.includeAllPriorityFeeLevels !== undefined && func0.call(data, "includeAllPriorityFeeLevels")) {
      if (typeof data.includeAllPriorityFeeLevels !== "boolean") {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/includeAllPriorityFeeLevels",
          keyword: "type",
          params: { type: "boolean" },
        });
        errors++;
      }
    }
    if (data.transactionEncoding !== undefined && func0.call(data, "transactionEncoding")) {
      let data2 = data.transactionEncoding;
      if (typeof data2 === "string") {
        if (func63(data2) < 1) {
          vErrors = addFault(vErrors, {
            instancePath: instancePath + "/transactionEncoding",
            keyword: "minLength",
            params: { limit: 1 },
          });
          errors++;
        }
      } else {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/transactionEncoding",
          keyword: "type",
          params: { type: "string" },
        });
        errors++;
      }
    }
    if (data.lookbackSlots !== undefined && func0.call(data, "lookbackSlots")) {
      let data3 = data.lookbackSlots;
      if (!(typeof data3 == "number" && !(data3 % 1) && !isNaN(data3) && isFinite(data3))) {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/lookbackSlots",
          keyword: "type",
          params: { type: "integer" },
        });
        errors++;
      }
      if (typeof data3 == "number" && isFinite(data3)) {
        if (data3 > 150 || isNaN(data3)) {
          vErrors = addFault(vErrors, {
            instancePath: instancePath + "/lookbackSlots",
            keyword: "maximum",
            params: { comparison: "<=", limit: 150 },
          });
          errors++;
        }
        if (data3 < 1 || isNaN(data3)) {
          vErrors = addFault(vErrors, {
            instancePath: instancePath + "/lookbackSlots",
            keyword: "minimum",
            params: { comparison: ">=", limit: 1 },
          });
          errors++;
        }
      }
    }
    if (data.recommended !== undefined && func0.call(data, "recommended")) {
      if (typeof data.recommended !== "boolean") {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/recommended",
          keyword: "type",
          params: { type: "boolean" },
        });
        errors++;
      }
    }
    if (data.includeVote !== undefined && func0.call(data, "includeVote")) {
      if (typeof data.includeVote !== "boolean") {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/includeVote",
          keyword: "type",
          params: { type: "boolean" },
        });
        errors++;
      }
    }
    if (data.includeDetails !== undefined && func0.call(data, "includeDetails")) {
      if (typeof data.includeDetails !== "boolean") {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/includeDetails",
          keyword: "type",
          params: { type: "boolean" },
        });
        errors++;
      }
    }
    if (data.evaluateEmptySlotAsZero !== undefined && func0.call(data, "evaluateEmptySlotAsZero")) {
      if (typeof data.evaluateEmptySlotAsZero !== "boolean") {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/evaluateEmptySlotAsZero",
          keyword: "type",
          params: { type: "boolean" },
        });
        errors++;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "object" } });
    errors++;
  }
  validate97.errors = vErrors;
  return errors === 0;
}

function validate98(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && !(data % 1) && !isNaN(data) && isFinite(data))) {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "integer" } });
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 18446744073709552000 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "maximum",
        params: { comparison: "<=", limit: 18446744073709552000 },
      });
      errors++;
    }
    if (data < 0 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "minimum",
        params: { comparison: ">=", limit: 0 },
      });
      errors++;
    }
  }
  validate98.errors = vErrors;
  return errors === 0;
}

const formats10 = formats.base58;

function validate99(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (!formats10.validate(data)) {
      vErrors = addFault(vErrors, { instancePath, keyword: "format", params: { format: "base58" } });
      errors++;
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  validate99.errors = vErrors;
  return errors === 0;
}

function validate100(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (func63(data) > 64) {
      vErrors = addFault(vErrors, { instancePath, keyword: "maxLength", params: { limit: 64 } });
      errors++;
    }
    if (func63(data) < 1) {
      vErrors = addFault(vErrors, { instancePath, keyword: "minLength", params: { limit: 1 } });
      errors++;
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  validate100.errors = vErrors;
  return errors === 0;
}

const pattern1 = new RegExp("^[hH][tT][tT][pP][sS]://", "u");

function validate101(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (func63(data) > 2048) {
      vErrors = addFault(vErrors, { instancePath, keyword: "maxLength", params: { limit: 2048 } });
      errors++;
    }
    if (func63(data) < 1) {
      vErrors = addFault(vErrors, { instancePath, keyword: "minLength", params: { limit: 1 } });
      errors++;
    }
    if (!pattern1.test(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "pattern",
        params: { pattern: "^[hH][tT][tT][pP][sS]://" },
      });
      errors++;
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  validate101.errors = vErrors;
  return errors === 0;
}

function validate102(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && !(data % 1) && !isNaN(data) && isFinite(data))) {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "integer" } });
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 18446744073709552000 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "maximum",
        params: { comparison: "<=", limit: 18446744073709552000 },
      });
      errors++;
    }
    if (data < 0 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "minimum",
        params: { comparison: ">=", limit: 0 },
      });
      errors++;
    }
  }
  validate102.errors = vErrors;
  return errors === 0;
}

function validate103(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  const _errs0 = errors;
  let valid0 = false;
  const _errs1 = errors;
  if (typeof data !== "string") {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  if (!(data === "all" || data === "allWithVotes")) {
    vErrors = addFault(vErrors, {
      instancePath,
      keyword: "enum",
      params: { allowedValues: ["all", "allWithVotes"] },
    });
    errors++;
  }
  var _valid0 = _errs1 === errors;
  valid0 = valid0 || _valid0;
  if (!valid0) {
    const _errs3 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.mentions === undefined || !func0.call(data, "mentions")) {
        vErrors = addFault(vErrors, {
          instancePath,
          keyword: "required",
          params: { missingProperty: "mentions" },
        });
        errors++;
      }
      for (const key0 of Object.keys(data)) {
        if (!(key0 === "mentions")) {
          vErrors = addFault(vErrors, {
            instancePath,
            keyword: "additionalProperties",
            params: { additionalProperty: key0 },
          });
          errors++;
        }
      }
      if (data.mentions !== undefined && func0.call(data, "mentions")) {
        let data0 = data.mentions;
        if (Array.isArray(data0)) {
          if (data0.length > 1) {
            vErrors = addFault(vErrors, {
              instancePath: instancePath + "/mentions",
              keyword: "maxItems",
              params: { limit: 1 },
            });
            errors++;
          }
          if (data0.length < 1) {
            vErrors = addFault(vErrors, {
              instancePath: instancePath + "/mentions",
              keyword: "minItems",
              params: { limit: 1 },
            });
            errors++;
          }
          const len0 = data0.length;
          for (let i0 = 0; i0 < len0; i0++) {
            if (!validate21(data0[i0], instancePath + "/mentions/" + i0)) {
              vErrors = addFaults(vErrors, validate21.errors);
              errors += validate21.errors.length;
            }
          }
        } else {
          vErrors = addFault(vErrors, {
            instancePath: instancePath + "/mentions",
            keyword: "type",
            params: { type: "array" },
          });
          errors++;
        }
      }
    } else {
      vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "object" } });
      errors++;
    }
    var _valid0 = _errs3 === errors;
    valid0 = valid0 || _valid0;
  }
  if (!valid0) {
    vErrors = addFault(vErrors, { instancePath, keyword: "anyOf", params: {} });
    errors++;
  } else {
    errors = _errs0;
    if (vErrors !== null) {
      if (_errs0) {
        vErrors.length = Math.min(vErrors.length, _errs0);
      } else {
        vErrors = null;
      }
    }
  }
  validate103.errors = vErrors;
  return errors === 0;
}

function validate105(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  const _errs0 = errors;
  let valid0 = false;
  const _errs1 = errors;
  if (typeof data !== "string") {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  if ("all" !== data) {
    vErrors = addFault(vErrors, { instancePath, keyword: "const", params: { allowedValue: "all" } });
    errors++;
  }
  var _valid0 = _errs1 === errors;
  valid0 = valid0 || _valid0;
  if (!valid0) {
    const _errs3 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.mentionsAccountOrProgram === undefined || !func0.call(data, "mentionsAccountOrProgram")) {
        vErrors = addFault(vErrors, {
          instancePath,
          keyword: "required",
          params: { missingProperty: "mentionsAccountOrProgram" },
        });
        errors++;
      }
      for (const key0 of Object.keys(data)) {
        if (!(key0 === "mentionsAccountOrProgram")) {
          vErrors = addFault(vErrors, {
            instancePath,
            keyword: "additionalProperties",
            params: { additionalProperty: key0 },
          });
          errors++;
        }
      }
      if (data.mentionsAccountOrProgram !== undefined && func0.call(data, "mentionsAccountOrProgram")) {
        if (!validate21(data.mentionsAccountOrProgram, instancePath + "/mentionsAccountOrProgram")) {
          vErrors = addFaults(vErrors, validate21.errors);
          errors += validate21.errors.length;
        }
      }
    } else {
      vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "object" } });
      errors++;
    }
    var _valid0 = _errs3 === errors;
    valid0 = valid0 || _valid0;
  }
  if (!valid0) {
    vErrors = addFault(vErrors, { instancePath, keyword: "anyOf", params: {} });
    errors++;
  } else {
    errors = _errs0;
    if (vErrors !== null) {
      if (_errs0) {
        vErrors.length = Math.min(vErrors.length, _errs0);
      } else {
        vErrors = null;
      }
    }
  }
  validate105.errors = vErrors;
  return errors === 0;
}

function validate107(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.accountInclude !== undefined && func0.call(data, "accountInclude")) {
      let data0 = data.accountInclude;
      if (Array.isArray(data0)) {
        const len0 = data0.length;
        for (let i0 = 0; i0 < len0; i0++) {
          if (!validate21(data0[i0], instancePath + "/accountInclude/" + i0)) {
            vErrors = addFaults(vErrors, validate21.errors);
            errors += validate21.errors.length;
          }
        }
      } else {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/accountInclude",
          keyword: "type",
          params: { type: "array" },
        });
        errors++;
      }
    }
    if (data.accountExclude !== undefined && func0.call(data, "accountExclude")) {
      let data2 = data.accountExclude;
      if (Array.isArray(data2)) {
        const len1 = data2.length;
        for (let i1 = 0; i1 < len1; i1++) {
          if (!validate21(data2[i1], instancePath + "/accountExclude/" + i1)) {
            vErrors = addFaults(vErrors, validate21.errors);
            errors += validate21.errors.length;
          }
        }
      } else {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/accountExclude",
          keyword: "type",
          params: { type: "array" },
        });
        errors++;
      }
    }
    if (data.accountRequired !== undefined && func0.call(data, "accountRequired")) {
      let data4 = data.accountRequired;
      if (Array.isArray(data4)) {
        const len2 = data4.length;
        for (let i2 = 0; i2 < len2; i2++) {
          if (!validate21(data4[i2], instancePath + "/accountRequired/" + i2)) {
            vErrors = addFaults(vErrors, validate21.errors);
            errors += validate21.errors.length;
          }
        }
      } else {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/accountRequired",
          keyword: "type",
          params: { type: "array" },
        });
        errors++;
      }
    }
    if (data.vote !== undefined && func0.call(data, "vote")) {
      if (typeof data.vote !== "boolean") {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/vote",
          keyword: "type",
          params: { type: "boolean" },
        });
        errors++;
      }
    }
    if (data.failed !== undefined && func0.call(data, "failed")) {
      if (typeof data.failed !== "boolean") {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/failed",
          keyword: "type",
          params: { type: "boolean" },
        });
        errors++;
      }
    }
    if (data.signature !== undefined && func0.call(data, "signature")) {
      if (!validate54(data.signature, instancePath + "/signature")) {
        vErrors = addFaults(vErrors, validate54.errors);
        errors += validate54.errors.length;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "object" } });
    errors++;
  }
  validate107.errors = vErrors;
  return errors === 0;
}

function validate112(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (Array.isArray(data)) {
    if (data.length > 100) {
      vErrors = addFault(vErrors, { instancePath, keyword: "maxItems", params: { limit: 100 } });
      errors++;
    }
    const len0 = data.length;
    for (let i0 = 0; i0 < len0; i0++) {
      if (!validate21(data[i0], instancePath + "/" + i0)) {
        vErrors = addFaults(vErrors, validate21.errors);
        errors += validate21.errors.length;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "array" } });
    errors++;
  }
  validate112.errors = vErrors;
  return errors === 0;
}

function validate116(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.dataSize === undefined || !func0.call(data, "dataSize")) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "required",
        params: { missingProperty: "dataSize" },
      });
      errors++;
    }
    for (const key0 of Object.keys(data)) {
      if (!(key0 === "dataSize")) {
        vErrors = addFault(vErrors, {
          instancePath,
          keyword: "additionalProperties",
          params: { additionalProperty: key0 },
        });
        errors++;
      }
    }
    if (data.dataSize !== undefined && func0.call(data, "dataSize")) {
      if (!validate25(data.dataSize, instancePath + "/dataSize")) {
        vErrors = addFaults(vErrors, validate25.errors);
        errors += validate25.errors.length;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "object" } });
    errors++;
  }
  validate116.errors = vErrors;
  return errors === 0;
}

function validate119(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.memcmp === undefined || !func0.call(data, "memcmp")) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "required",
        params: { missingProperty: "memcmp" },
      });
      errors++;
    }
    for (const key0 of Object.keys(data)) {
      if (!(key0 === "memcmp")) {
        vErrors = addFault(vErrors, {
          instancePath,
          keyword: "additionalProperties",
          params: { additionalProperty: key0 },
        });
        errors++;
      }
    }
    if (data.memcmp !== undefined && func0.call(data, "memcmp")) {
      let data0 = data.memcmp;
      const _errs3 = errors;
      let valid1 = false;
      const _errs4 = errors;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.offset === undefined || !func0.call(data0, "offset")) {
          vErrors = addFault(vErrors, {
            instancePath: instancePath + "/memcmp",
            keyword: "required",
            params: { missingProperty: "offset" },
          });
          errors++;
        }
        if (data0.bytes === undefined || !func0.call(data0, "bytes")) {
          vErrors = addFault(vErrors, {
            instancePath: instancePath + "/memcmp",
            keyword: "required",
            params: { missingProperty: "bytes" },
          });
          errors++;
        }
        if (data0.offset !== undefined && func0.call(data0, "offset")) {
          if (!validate25(data0.offset, instancePath + "/memcmp/offset")) {
            vErrors = addFaults(vErrors, validate25.errors);
            errors += validate25.errors.length;
          }
        }
        if (data0.bytes !== undefined && func0.call(data0, "bytes")) {
          let data2 = data0.bytes;
          if (typeof data2 === "string") {
            if (func63(data2) > 175) {
              vErrors = addFault(vErrors, {
                instancePath: instancePath + "/memcmp/bytes",
                keyword: "maxLength",
                params: { limit: 175 },
              });
              errors++;
            }
            if (!formats10.validate(data2)) {
              vErrors = addFault(vErrors, {
                instancePath: instancePath + "/memcmp/bytes",
                keyword: "format",
                params: { format: "base58" },
              });
              errors++;
            }
          } else {
            vErrors = addFault(vErrors, {
              instancePath: instancePath + "/memcmp/bytes",
              keyword: "type",
              params: { type: "string" },
            });
            errors++;
          }
        }
        if (data0.encoding !== undefined && func0.call(data0, "encoding")) {
          let data3 = data0.encoding;
          const _errs11 = errors;
          let valid3 = false;
          const _errs12 = errors;
          if (typeof data3 !== "string") {
            vErrors = addFault(vErrors, {
              instancePath: instancePath + "/memcmp/encoding",
              keyword: "type",
              params: { type: "string" },
            });
            errors++;
          }
          if ("base58" !== data3) {
            vErrors = addFault(vErrors, {
              instancePath: instancePath + "/memcmp/encoding",
              keyword: "const",
              params: { allowedValue: "base58" },
            });
            errors++;
          }
          var _valid1 = _errs12 === errors;
          valid3 = valid3 || _valid1;
          if (!valid3) {
            const _errs14 = errors;
            if (data3 !== null) {
              vErrors = addFault(vErrors, {
                instancePath: instancePath + "/memcmp/encoding",
                keyword: "type",
                params: { type: "null" },
              });
              errors++;
            }
            var _valid1 = _errs14 === errors;
            valid3 = valid3 || _valid1;
          }
          if (!valid3) {
            vErrors = addFault(vErrors, {
              instancePath: instancePath + "/memcmp/encoding",
              keyword: "anyOf",
              params: {},
            });
            errors++;
          } else {
            errors = _errs11;
            if (vErrors !== null) {
              if (_errs11) {
                vErrors.length = Math.min(vErrors.length, _errs11);
              } else {
                vErrors = null;
              }
            }
          }
        }
      } else {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/memcmp",
          keyword: "type",
          params: { type: "object" },
        });
        errors++;
      }
      var _valid0 = _errs4 === errors;
      valid1 = valid1 || _valid0;
      if (!valid1) {
        const _errs16 = errors;
        if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
          if (data0.offset === undefined || !func0.call(data0, "offset")) {
            vErrors = addFault(vErrors, {
              instancePath: instancePath + "/memcmp",
              keyword: "required",
              params: { missingProperty: "offset" },
            });
            errors++;
          }
          if (data0.bytes === undefined || !func0.call(data0, "bytes")) {
            vErrors = addFault(vErrors, {
              instancePath: instancePath + "/memcmp",
              keyword: "required",
              params: { missingProperty: "bytes" },
            });
            errors++;
          }
          if (data0.encoding === undefined || !func0.call(data0, "encoding")) {
            vErrors = addFault(vErrors, {
              instancePath: instancePath + "/memcmp",
              keyword: "required",
              params: { missingProperty: "encoding" },
            });
            errors++;
          }
          if (data0.offset !== undefined && func0.call(data0, "offset")) {
            if (!validate25(data0.offset, instancePath + "/memcmp/offset")) {
              vErrors = addFaults(vErrors, validate25.errors);
              errors += validate25.errors.length;
            }
          }
          if (data0.bytes !== undefined && func0.call(data0, "bytes")) {
            let data5 = data0.bytes;
            if (typeof data5 === "string") {
              if (func63(data5) > 172) {
                vErrors = addFault(vErrors, {
                  instancePath: instancePath + "/memcmp/bytes",
                  keyword: "maxLength",
                  params: { limit: 172 },
                });
                errors++;
              }
              if (!formats8.validate(data5)) {
                vErrors = addFault(vErrors, {
                  instancePath: instancePath + "/memcmp/bytes",
                  keyword: "format",
                  params: { format: "base64" },
                });
                errors++;
              }
            } else {
              vErrors = addFault(vErrors, {
                instancePath: instancePath + "/memcmp/bytes",
                keyword: "type",
                params: { type: "string" },
              });
              errors++;
            }
          }
          if (data0.encoding !== undefined && func0.call(data0, "encoding")) {
            let data6 = data0.encoding;
            if (typeof data6 !== "string") {
              vErrors = addFault(vErrors, {
                instancePath: instancePath + "/memcmp/encoding",
                keyword: "type",
                params: { type: "string" },
              });
              errors++;
            }
            if ("base64" !== data6) {
              vErrors = addFault(vErrors, {
                instancePath: instancePath + "/memcmp/encoding",
                keyword: "const",
                params: { allowedValue: "base64" },
              });
              errors++;
            }
          }
        } else {
          vErrors = addFault(vErrors, {
            instancePath: instancePath + "/memcmp",
            keyword: "type",
            params: { type: "object" },
          });
          errors++;
        }
        var _valid0 = _errs16 === errors;
        valid1 = valid1 || _valid0;
        if (!valid1) {
          const _errs24 = errors;
          if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
            if (data0.offset === undefined || !func0.call(data0, "offset")) {
              vErrors = addFault(vErrors, {
                instancePath: instancePath + "/memcmp",
                keyword: "required",
                params: { missingProperty: "offset" },
              });
              errors++;
            }
            if (data0.bytes === undefined || !func0.call(data0, "bytes")) {
              vErrors = addFault(vErrors, {
                instancePath: instancePath + "/memcmp",
                keyword: "required",
                params: { missingProperty: "bytes" },
              });
              errors++;
            }
            if (data0.offset !== undefined && func0.call(data0, "offset")) {
              if (!validate25(data0.offset, instancePath + "/memcmp/offset")) {
                vErrors = addFaults(vErrors, validate25.errors);
                errors += validate25.errors.length;
              }
            }
            if (data0.bytes !== undefined && func0.call(data0, "bytes")) {
              let data8 = data0.bytes;
              if (Array.isArray(data8)) {
                if (data8.length > 128) {
                  vErrors = addFault(vErrors, {
                    instancePath: instancePath + "/memcmp/bytes",
                    keyword: "maxItems",
                    params: { limit: 128 },
                  });
                  errors++;
                }
                const len0 = data8.length;
                for (let i0 = 0; i0 < len0; i0++) {
                  if (!validate39(data8[i0], instancePath + "/memcmp/bytes/" + i0)) {
                    vErrors = addFaults(vErrors, validate39.errors);
                    errors += validate39.errors.length;
                  }
                }
              } else {
                vErrors = addFault(vErrors, {
                  instancePath: instancePath + "/memcmp/bytes",
                  keyword: "type",
                  params: { type: "array" },
                });
                errors++;
              }
            }
            if (data0.encoding !== undefined && func0.call(data0, "encoding")) {
              let data10 = data0.encoding;
              const _errs32 = errors;
              let valid8 = false;
              const _errs33 = errors;
              if (typeof data10 !== "string") {
                vErrors = addFault(vErrors, {
                  instancePath: instancePath + "/memcmp/encoding",
                  keyword: "type",
                  params: { type: "string" },
                });
                errors++;
              }
              if ("bytes" !== data10) {
                vErrors = addFault(vErrors, {
                  instancePath: instancePath + "/memcmp/encoding",
                  keyword: "const",
                  params: { allowedValue: "bytes" },
                });
                errors++;
              }
              var _valid2 = _errs33 === errors;
              valid8 = valid8 || _valid2;
              if (!valid8) {
                const _errs35 = errors;
                if (data10 !== null) {
                  vErrors = addFault(vErrors, {
                    instancePath: instancePath + "/memcmp/encoding",
                    keyword: "type",
                    params: { type: "null" },
                  });
                  errors++;
                }
                var _valid2 = _errs35 === errors;
                valid8 = valid8 || _valid2;
              }
              if (!valid8) {
                vErrors = addFault(vErrors, {
                  instancePath: instancePath + "/memcmp/encoding",
                  keyword: "anyOf",
                  params: {},
                });
                errors++;
              } else {
                errors = _errs32;
                if (vErrors !== null) {
                  if (_errs32) {
                    vErrors.length = Math.min(vErrors.length, _errs32);
                  } else {
                    vErrors = null;
                  }
                }
              }
            }
          } else {
            vErrors = addFault(vErrors, {
              instancePath: instancePath + "/memcmp",
              keyword: "type",
              params: { type: "object" },
            });
            errors++;
          }
          var _valid0 = _errs24 === errors;
          valid1 = valid1 || _valid0;
        }
      }
      if (!valid1) {
        vErrors = addFault(vErrors, { instancePath: instancePath + "/memcmp", keyword: "anyOf", params: {} });
        errors++;
      } else {
        errors = _errs3;
        if (vErrors !== null) {
          if (_errs3) {
            vErrors.length = Math.min(vErrors.length, _errs3);
          } else {
            vErrors = null;
          }
        }
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "object" } });
    errors++;
  }
  validate119.errors = vErrors;
  return errors === 0;
}

function validate125(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.valueCmp === undefined || !func0.call(data, "valueCmp")) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "required",
        params: { missingProperty: "valueCmp" },
      });
      errors++;
    }
    for (const key0 of Object.keys(data)) {
      if (!(key0 === "valueCmp")) {
        vErrors = addFault(vErrors, {
          instancePath,
          keyword: "additionalProperties",
          params: { additionalProperty: key0 },
        });
        errors++;
      }
    }
    if (data.valueCmp !== undefined && func0.call(data, "valueCmp")) {
      let data0 = data.valueCmp;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.left === undefined || !func0.call(data0, "left")) {
          vErrors = addFault(vErrors, {
            instancePath: instancePath + "/valueCmp",
            keyword: "required",
            params: { missingProperty: "left" },
          });
          errors++;
        }
        if (data0.comparator === undefined || !func0.call(data0, "comparator")) {
          vErrors = addFault(vErrors, {
            instancePath: instancePath + "/valueCmp",
            keyword: "required",
            params: { missingProperty: "comparator" },
          });
          errors++;
        }
        if (data0.right === undefined || !func0.call(data0, "right")) {
          vErrors = addFault(vErrors, {
            instancePath: instancePath + "/valueCmp",
            keyword: "required",
            params: { missingProperty: "right" },
          });
          errors++;
        }
        if (data0.left !== undefined && func0.call(data0, "left")) {
          let data1 = data0.left;
          if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
          } else {
            vErrors = addFault(vErrors, {
              instancePath: instancePath + "/valueCmp/left",
              keyword: "type",
              params: { type: "object" },
            });
            errors++;
          }
        }
        if (data0.comparator !== undefined && func0.call(data0, "comparator")) {
          let data2 = data0.comparator;
          if (typeof data2 !== "string") {
            vErrors = addFault(vErrors, {
              instancePath: instancePath + "/valueCmp/comparator",
              keyword: "type",
              params: { type: "string" },
            });
            errors++;
          }
          if (
            !(
              data2 === "Eq" ||
              data2 === "Ne" ||
              data2 === "Gt" ||
              data2 === "Ge" ||
              data2 === "Lt" ||
              data2 === "Le"
            )
          ) {
            vErrors = addFault(vErrors, {
              instancePath: instancePath + "/valueCmp/comparator",
              keyword: "enum",
              params: { allowedValues: ["Eq", "Ne", "Gt", "Ge", "Lt", "Le"] },
            });
            errors++;
          }
        }
        if (data0.right !== undefined && func0.call(data0, "right")) {
          let data3 = data0.right;
          if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
          } else {
            vErrors = addFault(vErrors, {
              instancePath: instancePath + "/valueCmp/right",
              keyword: "type",
              params: { type: "object" },
            });
            errors++;
          }
        }
      } else {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/valueCmp",
          keyword: "type",
          params: { type: "object" },
        });
        errors++;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "object" } });
    errors++;
  }
  validate125.errors = vErrors;
  return errors === 0;
}

function validate127(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  const _errs0 = errors;
  let valid0 = false;
  const _errs1 = errors;
  if (typeof data !== "string") {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  if ("tokenAccountState" !== data) {
    vErrors = addFault(vErrors, {
      instancePath,
      keyword: "const",
      params: { allowedValue: "tokenAccountState" },
    });
    errors++;
  }
  var _valid0 = _errs1 === errors;
  valid0 = valid0 || _valid0;
  if (!valid0) {
    const _errs3 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.tokenAccountState === undefined || !func0.call(data, "tokenAccountState")) {
        vErrors = addFault(vErrors, {
          instancePath,
          keyword: "required",
          params: { missingProperty: "tokenAccountState" },
        });
        errors++;
      }
      for (const key0 of Object.keys(data)) {
        if (!(key0 === "tokenAccountState")) {
          vErrors = addFault(vErrors, {
            instancePath,
            keyword: "additionalProperties",
            params: { additionalProperty: key0 },
          });
          errors++;
        }
      }
      if (data.tokenAccountState !== undefined && func0.call(data, "tokenAccountState")) {
        if (data.tokenAccountState !== null) {
          vErrors = addFault(vErrors, {
            instancePath: instancePath + "/tokenAccountState",
            keyword: "type",
            params: { type: "null" },
          });
          errors++;
        }
      }
    } else {
      vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "object" } });
      errors++;
    }
    var _valid0 = _errs3 === errors;
    valid0 = valid0 || _valid0;
  }
  if (!valid0) {
    vErrors = addFault(vErrors, { instancePath, keyword: "anyOf", params: {} });
    errors++;
  } else {
    errors = _errs0;
    if (vErrors !== null) {
      if (_errs0) {
        vErrors.length = Math.min(vErrors.length, _errs0);
      } else {
        vErrors = null;
      }
    }
  }
  validate127.errors = vErrors;
  return errors === 0;
}

function validate115(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  const _errs0 = errors;
  let valid0 = false;
  const _errs1 = errors;
  if (!validate116(data, instancePath)) {
    vErrors = addFaults(vErrors, validate116.errors);
    errors += validate116.errors.length;
  }
  var _valid0 = _errs1 === errors;
  valid0 = valid0 || _valid0;
  if (!valid0) {
    const _errs2 = errors;
    if (!validate119(data, instancePath)) {
      vErrors = addFaults(vErrors, validate119.errors);
      errors += validate119.errors.length;
    }
    var _valid0 = _errs2 === errors;
    valid0 = valid0 || _valid0;
    if (!valid0) {
      const _errs3 = errors;
      if (!validate125(data, instancePath)) {
        vErrors = addFaults(vErrors, validate125.errors);
        errors += validate125.errors.length;
      }
      var _valid0 = _errs3 === errors;
      valid0 = valid0 || _valid0;
      if (!valid0) {
        const _errs4 = errors;
        if (!validate127(data, instancePath)) {
          vErrors = addFaults(vErrors, validate127.errors);
          errors += validate127.errors.length;
        }
        var _valid0 = _errs4 === errors;
        valid0 = valid0 || _valid0;
      }
    }
  }
  if (!valid0) {
    vErrors = addFault(vErrors, { instancePath, keyword: "anyOf", params: {} });
    errors++;
  } else {
    errors = _errs0;
    if (vErrors !== null) {
      if (_errs0) {
        vErrors.length = Math.min(vErrors.length, _errs0);
      } else {
        vErrors = null;
      }
    }
  }
  validate115.errors = vErrors;
  return errors === 0;
}

function validate114(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (Array.isArray(data)) {
    if (data.length > 4) {
      vErrors = addFault(vErrors, { instancePath, keyword: "maxItems", params: { limit: 4 } });
      errors++;
    }
    const len0 = data.length;
    for (let i0 = 0; i0 < len0; i0++) {
      if (!validate115(data[i0], instancePath + "/" + i0)) {
        vErrors = addFaults(vErrors, validate115.errors);
        errors += validate115.errors.length;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "array" } });
    errors++;
  }
  validate114.errors = vErrors;
  return errors === 0;
}

function validate130(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "boolean") {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "boolean" } });
    errors++;
  }
  validate130.errors = vErrors;
  return errors === 0;
}

function validate131(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && !(data % 1) && !isNaN(data) && isFinite(data))) {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "integer" } });
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 10000 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "maximum",
        params: { comparison: "<=", limit: 10000 },
      });
      errors++;
    }
    if (data < 1 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "minimum",
        params: { comparison: ">=", limit: 1 },
      });
      errors++;
    }
  }
  validate131.errors = vErrors;
  return errors === 0;
}

function validate132(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  const _errs0 = errors;
  let valid0 = false;
  const _errs1 = errors;
  if (typeof data !== "string") {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  var _valid0 = _errs1 === errors;
  valid0 = valid0 || _valid0;
  if (!valid0) {
    const _errs3 = errors;
    if (data !== null) {
      vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "null" } });
      errors++;
    }
    var _valid0 = _errs3 === errors;
    valid0 = valid0 || _valid0;
  }
  if (!valid0) {
    vErrors = addFault(vErrors, { instancePath, keyword: "anyOf", params: {} });
    errors++;
  } else {
    errors = _errs0;
    if (vErrors !== null) {
      if (_errs0) {
        vErrors.length = Math.min(vErrors.length, _errs0);
      } else {
        vErrors = null;
      }
    }
  }
  validate132.errors = vErrors;
  return errors === 0;
}

function validate133(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && !(data % 1) && !isNaN(data) && isFinite(data))) {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "integer" } });
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 500000 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "maximum",
        params: { comparison: "<=", limit: 500000 },
      });
      errors++;
    }
    if (data < 0 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "minimum",
        params: { comparison: ">=", limit: 0 },
      });
      errors++;
    }
  }
  validate133.errors = vErrors;
  return errors === 0;
}

function validate134(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && !(data % 1) && !isNaN(data) && isFinite(data))) {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "integer" } });
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 5000 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "maximum",
        params: { comparison: "<=", limit: 5000 },
      });
      errors++;
    }
    if (data < 0 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "minimum",
        params: { comparison: ">=", limit: 0 },
      });
      errors++;
    }
  }
  validate134.errors = vErrors;
  return errors === 0;
}

function validate135(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && !(data % 1) && !isNaN(data) && isFinite(data))) {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "integer" } });
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 720 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "maximum",
        params: { comparison: "<=", limit: 720 },
      });
      errors++;
    }
    if (data < 0 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "minimum",
        params: { comparison: ">=", limit: 0 },
      });
      errors++;
    }
  }
  validate135.errors = vErrors;
  return errors === 0;
}

function validate136(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (Array.isArray(data)) {
    const len0 = data.length;
    for (let i0 = 0; i0 < len0; i0++) {
      if (!validate21(data[i0], instancePath + "/" + i0)) {
        vErrors = addFaults(vErrors, validate21.errors);
        errors += validate21.errors.length;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "array" } });
    errors++;
  }
  validate136.errors = vErrors;
  return errors === 0;
}

function validate138(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (Array.isArray(data)) {
    if (data.length > 1000) {
      vErrors = addFault(vErrors, { instancePath, keyword: "maxItems", params: { limit: 1000 } });
      errors++;
    }
    if (data.length < 1) {
      vErrors = addFault(vErrors, { instancePath, keyword: "minItems", params: { limit: 1 } });
      errors++;
    }
    const len0 = data.length;
    for (let i0 = 0; i0 < len0; i0++) {
      if (!validate21(data[i0], instancePath + "/" + i0)) {
        vErrors = addFaults(vErrors, validate21.errors);
        errors += validate21.errors.length;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "array" } });
    errors++;
  }
  validate138.errors = vErrors;
  return errors === 0;
}

function validate140(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  validate140.errors = vErrors;
  return errors === 0;
}

function validate141(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && !(data % 1) && !isNaN(data) && isFinite(data))) {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "integer" } });
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 1000 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "maximum",
        params: { comparison: "<=", limit: 1000 },
      });
      errors++;
    }
    if (data < 1 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "minimum",
        params: { comparison: ">=", limit: 1 },
      });
      errors++;
    }
  }
  validate141.errors = vErrors;
  return errors === 0;
}

function validate142(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (Array.isArray(data)) {
    if (data.length > 256) {
      vErrors = addFault(vErrors, { instancePath, keyword: "maxItems", params: { limit: 256 } });
      errors++;
    }
    const len0 = data.length;
    for (let i0 = 0; i0 < len0; i0++) {
      if (!validate54(data[i0], instancePath + "/" + i0)) {
        vErrors = addFaults(vErrors, validate54.errors);
        errors += validate54.errors.length;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "array" } });
    errors++;
  }
  validate142.errors = vErrors;
  return errors === 0;
}

function validate144(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (Array.isArray(data)) {
    if (data.length > 128) {
      vErrors = addFault(vErrors, { instancePath, keyword: "maxItems", params: { limit: 128 } });
      errors++;
    }
    const len0 = data.length;
    for (let i0 = 0; i0 < len0; i0++) {
      if (!validate21(data[i0], instancePath + "/" + i0)) {
        vErrors = addFaults(vErrors, validate21.errors);
        errors += validate21.errors.length;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "array" } });
    errors++;
  }
  validate144.errors = vErrors;
  return errors === 0;
}

function validate146(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && !(data % 1) && !isNaN(data) && isFinite(data))) {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "integer" } });
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 10000 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "maximum",
        params: { comparison: "<=", limit: 10000 },
      });
      errors++;
    }
    if (data < 0 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "minimum",
        params: { comparison: ">=", limit: 0 },
      });
      errors++;
    }
  }
  validate146.errors = vErrors;
  return errors === 0;
}

function validate147(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  if (!(data === "json" || data === "jsonParsed")) {
    vErrors = addFault(vErrors, {
      instancePath,
      keyword: "enum",
      params: { allowedValues: ["json", "jsonParsed"] },
    });
    errors++;
  }
  validate147.errors = vErrors;
  return errors === 0;
}

function validate148(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (Array.isArray(data)) {
    const len0 = data.length;
    for (let i0 = 0; i0 < len0; i0++) {
      if (typeof data[i0] !== "string") {
        vErrors = addFault(vErrors, {
          instancePath: instancePath + "/" + i0,
          keyword: "type",
          params: { type: "string" },
        });
        errors++;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "array" } });
    errors++;
  }
  validate148.errors = vErrors;
  return errors === 0;
}

function validate149(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  if (!(data === "signatures" || data === "full")) {
    vErrors = addFault(vErrors, {
      instancePath,
      keyword: "enum",
      params: { allowedValues: ["signatures", "full"] },
    });
    errors++;
  }
  validate149.errors = vErrors;
  return errors === 0;
}

function validate150(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && !(data % 1) && !isNaN(data) && isFinite(data))) {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "integer" } });
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 18446744073709552000 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "maximum",
        params: { comparison: "<=", limit: 18446744073709552000 },
      });
      errors++;
    }
    if (data < 1 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "minimum",
        params: { comparison: ">=", limit: 1 },
      });
      errors++;
    }
  }
  validate150.errors = vErrors;
  return errors === 0;
}

function validate151(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  if (!(data === "in" || data === "out" || data === "any")) {
    vErrors = addFault(vErrors, {
      instancePath,
      keyword: "enum",
      params: { allowedValues: ["in", "out", "any"] },
    });
    errors++;
  }
  validate151.errors = vErrors;
  return errors === 0;
}

function validate152(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  if (!(data === "merged" || data === "separate")) {
    vErrors = addFault(vErrors, {
      instancePath,
      keyword: "enum",
      params: { allowedValues: ["merged", "separate"] },
    });
    errors++;
  }
  validate152.errors = vErrors;
  return errors === 0;
}

function validate153(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && !(data % 1) && !isNaN(data) && isFinite(data))) {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "integer" } });
    errors++;
  }
  if (typeof data == "number" && isFinite(data)) {
    if (data > 1000 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "maximum",
        params: { comparison: "<=", limit: 1000 },
      });
      errors++;
    }
    if (data < 1 || isNaN(data)) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "minimum",
        params: { comparison: ">=", limit: 1 },
      });
      errors++;
    }
  }
  validate153.errors = vErrors;
  return errors === 0;
}

function validate154(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (Array.isArray(data)) {
    const len0 = data.length;
    for (let i0 = 0; i0 < len0; i0++) {
      let data0 = data[i0];
      const _errs2 = errors;
      let valid2 = false;
      const _errs3 = errors;
      if (!validate57(data0, instancePath + "/" + i0)) {
        vErrors = addFaults(vErrors, validate57.errors);
        errors += validate57.errors.length;
      }
      var _valid0 = _errs3 === errors;
      valid2 = valid2 || _valid0;
      if (!valid2) {
        const _errs4 = errors;
        if (data0 !== null) {
          vErrors = addFault(vErrors, {
            instancePath: instancePath + "/" + i0,
            keyword: "type",
            params: { type: "null" },
          });
          errors++;
        }
        var _valid0 = _errs4 === errors;
        valid2 = valid2 || _valid0;
      }
      if (!valid2) {
        vErrors = addFault(vErrors, { instancePath: instancePath + "/" + i0, keyword: "anyOf", params: {} });
        errors++;
      } else {
        errors = _errs2;
        if (vErrors !== null) {
          if (_errs2) {
            vErrors.length = Math.min(vErrors.length, _errs2);
          } else {
            vErrors = null;
          }
        }
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "array" } });
    errors++;
  }
  validate154.errors = vErrors;
  return errors === 0;
}

function validate157(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "object" } });
    errors++;
  }
  validate157.errors = vErrors;
  return errors === 0;
}

function validate156(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  const _errs0 = errors;
  let valid0 = false;
  const _errs1 = errors;
  if (typeof data !== "string") {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  var _valid0 = _errs1 === errors;
  valid0 = valid0 || _valid0;
  if (!valid0) {
    const _errs3 = errors;
    if (!validate157(data, instancePath)) {
      vErrors = addFaults(vErrors, validate157.errors);
      errors += validate157.errors.length;
    }
    var _valid0 = _errs3 === errors;
    valid0 = valid0 || _valid0;
  }
  if (!valid0) {
    vErrors = addFault(vErrors, { instancePath, keyword: "anyOf", params: {} });
    errors++;
  } else {
    errors = _errs0;
    if (vErrors !== null) {
      if (_errs0) {
        vErrors.length = Math.min(vErrors.length, _errs0);
      } else {
        vErrors = null;
      }
    }
  }
  validate156.errors = vErrors;
  return errors === 0;
}

function validate160(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (func63(data) < 1) {
      vErrors = addFault(vErrors, { instancePath, keyword: "minLength", params: { limit: 1 } });
      errors++;
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  validate160.errors = vErrors;
  return errors === 0;
}

function validate159(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (Array.isArray(data)) {
    if (data.length > 5) {
      vErrors = addFault(vErrors, { instancePath, keyword: "maxItems", params: { limit: 5 } });
      errors++;
    }
    const len0 = data.length;
    for (let i0 = 0; i0 < len0; i0++) {
      if (!validate160(data[i0], instancePath + "/" + i0)) {
        vErrors = addFaults(vErrors, validate160.errors);
        errors += validate160.errors.length;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "array" } });
    errors++;
  }
  validate159.errors = vErrors;
  return errors === 0;
}

function validate162(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (func63(data) < 1) {
      vErrors = addFault(vErrors, { instancePath, keyword: "minLength", params: { limit: 1 } });
      errors++;
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "string" } });
    errors++;
  }
  validate162.errors = vErrors;
  return errors === 0;
}

function validate165(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.offset === undefined || !func0.call(data, "offset")) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "required",
        params: { missingProperty: "offset" },
      });
      errors++;
    }
    if (data.bytes === undefined || !func0.call(data, "bytes")) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "required",
        params: { missingProperty: "bytes" },
      });
      errors++;
    }
    if (data.bytes !== undefined && func0.call(data, "bytes")) {
      if (!validate99(data.bytes, instancePath + "/bytes")) {
        vErrors = addFaults(vErrors, validate99.errors);
        errors += validate99.errors.length;
      }
    }
    if (data.offset !== undefined && func0.call(data, "offset")) {
      if (!validate39(data.offset, instancePath + "/offset")) {
        vErrors = addFaults(vErrors, validate39.errors);
        errors += validate39.errors.length;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "object" } });
    errors++;
  }
  validate165.errors = vErrors;
  return errors === 0;
}

function validate164(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.memcmp !== undefined && func0.call(data, "memcmp")) {
      let data0 = data.memcmp;
      const _errs3 = errors;
      let valid1 = false;
      const _errs4 = errors;
      if (!validate165(data0, instancePath + "/memcmp")) {
        vErrors = addFaults(vErrors, validate165.errors);
        errors += validate165.errors.length;
      }
      var _valid0 = _errs4 === errors;
      valid1 = valid1 || _valid0;
      if (!valid1) {
        const _errs5 = errors;
        if (data0 !== null) {
          vErrors = addFault(vErrors, {
            instancePath: instancePath + "/memcmp",
            keyword: "type",
            params: { type: "null" },
          });
          errors++;
        }
        var _valid0 = _errs5 === errors;
        valid1 = valid1 || _valid0;
      }
      if (!valid1) {
        vErrors = addFault(vErrors, { instancePath: instancePath + "/memcmp", keyword: "anyOf", params: {} });
        errors++;
      } else {
        errors = _errs3;
        if (vErrors !== null) {
          if (_errs3) {
            vErrors.length = Math.min(vErrors.length, _errs3);
          } else {
            vErrors = null;
          }
        }
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "object" } });
    errors++;
  }
  validate164.errors = vErrors;
  return errors === 0;
}

function validate163(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (Array.isArray(data)) {
    const len0 = data.length;
    for (let i0 = 0; i0 < len0; i0++) {
      if (!validate164(data[i0], instancePath + "/" + i0)) {
        vErrors = addFaults(vErrors, validate164.errors);
        errors += validate164.errors.length;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "array" } });
    errors++;
  }
  validate163.errors = vErrors;
  return errors === 0;
}

function validate170(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (Array.isArray(data)) {
    if (data.length > 1000) {
      vErrors = addFault(vErrors, { instancePath, keyword: "maxItems", params: { limit: 1000 } });
      errors++;
    }
    const len0 = data.length;
    for (let i0 = 0; i0 < len0; i0++) {
      if (!validate59(data[i0], instancePath + "/" + i0)) {
        vErrors = addFaults(vErrors, validate59.errors);
        errors += validate59.errors.length;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "array" } });
    errors++;
  }
  validate170.errors = vErrors;
  return errors === 0;
}

function validate172(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (Array.isArray(data)) {
    const len0 = data.length;
    for (let i0 = 0; i0 < len0; i0++) {
      if (!validate59(data[i0], instancePath + "/" + i0)) {
        vErrors = addFaults(vErrors, validate59.errors);
        errors += validate59.errors.length;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "array" } });
    errors++;
  }
  validate172.errors = vErrors;
  return errors === 0;
}

function validate174(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (Array.isArray(data)) {
    if (data.length > 1000) {
      vErrors = addFault(vErrors, { instancePath, keyword: "maxItems", params: { limit: 1000 } });
      errors++;
    }
    const len0 = data.length;
    for (let i0 = 0; i0 < len0; i0++) {
      if (!validate21(data[i0], instancePath + "/" + i0)) {
        vErrors = addFaults(vErrors, validate21.errors);
        errors += validate21.errors.length;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "array" } });
    errors++;
  }
  validate174.errors = vErrors;
  return errors === 0;
}

function validate177(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.address === undefined || !func0.call(data, "address")) {
      vErrors = addFault(vErrors, {
        instancePath,
        keyword: "required",
        params: { missingProperty: "address" },
      });
      errors++;
    }
    if (data.tree === undefined || !func0.call(data, "tree")) {
      vErrors = addFault(vErrors, { instancePath, keyword: "required", params: { missingProperty: "tree" } });
      errors++;
    }
    if (data.address !== undefined && func0.call(data, "address")) {
      if (!validate21(data.address, instancePath + "/address")) {
        vErrors = addFaults(vErrors, validate21.errors);
        errors += validate21.errors.length;
      }
    }
    if (data.tree !== undefined && func0.call(data, "tree")) {
      if (!validate21(data.tree, instancePath + "/tree")) {
        vErrors = addFaults(vErrors, validate21.errors);
        errors += validate21.errors.length;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "object" } });
    errors++;
  }
  validate177.errors = vErrors;
  return errors === 0;
}

function validate176(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (Array.isArray(data)) {
    if (data.length > 1000) {
      vErrors = addFault(vErrors, { instancePath, keyword: "maxItems", params: { limit: 1000 } });
      errors++;
    }
    const len0 = data.length;
    for (let i0 = 0; i0 < len0; i0++) {
      if (!validate177(data[i0], instancePath + "/" + i0)) {
        vErrors = addFaults(vErrors, validate177.errors);
        errors += validate177.errors.length;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "array" } });
    errors++;
  }
  validate176.errors = vErrors;
  return errors === 0;
}

function validate181(data, instancePath = "") {
  let vErrors = null;
  let errors = 0;
  if (Array.isArray(data)) {
    const len0 = data.length;
    for (let i0 = 0; i0 < len0; i0++) {
      if (!validate177(data[i0], instancePath + "/" + i0)) {
        vErrors = addFaults(vErrors, validate177.errors);
        errors += validate177.errors.length;
      }
    }
  } else {
    vErrors = addFault(vErrors, { instancePath, keyword: "type", params: { type: "array" } });
    errors++;
  }
  validate181.errors = vErrors;
  return errors === 0;
}
