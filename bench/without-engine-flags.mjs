// Loaded before the program, leaves V8's flags as they are; with `?flag=FLAG` in its own address, only that one.
import { syncBuiltinESMExports } from "node:module";
import v8 from "node:v8";

const omitted = new URL(import.meta.url).searchParams.get("flag");
const { setFlagsFromString } = v8;
v8.setFlagsFromString = (flag) => {
  if (omitted !== null && flag !== omitted) setFlagsFromString(flag);
};
syncBuiltinESMExports();
