// Loaded before the program: the flags of the engine that it sets when it runs stay as they are.
import { syncBuiltinESMExports } from "node:module";
import v8 from "node:v8";

v8.setFlagsFromString = () => undefined;
syncBuiltinESMExports();
