import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Jest runs each suite in a context of its own and loads every module into it anew, which for a whole gateway takes
 * seconds. `loadNatively` lets Node load a module instead: outside of that context, and once for all suites of a
 * Jest process. `native-module.mjs` says which modules use it.
 */
export default class NativeEnvironment extends TestEnvironment {
  constructor(...parameters) {
    super(...parameters);
    this.global.loadNatively = { import: (path) => import(path), require: createRequire(import.meta.url) };
    recognizeNativeValues(this.global);
  }
}

const BUILT_IN = [
  'Array',
  'Date',
  'Error',
  'Function',
  'Map',
  'Object',
  'Promise',
  'RangeError',
  'RegExp',
  'Set',
  'SyntaxError',
  'TypeError',
];

/** Each context has its own `Error` and so on; `instanceof` in a suite takes those from outside for what they are. */
function recognizeNativeValues(context) {
  const isInstance = Function.prototype[Symbol.hasInstance];
  for (const name of BUILT_IN) {
    const inside = context[name];
    const outside = globalThis[name];
    Object.defineProperty(inside, Symbol.hasInstance, {
      value(value) {
        return isInstance.call(this, value) || (this === inside && isInstance.call(outside, value));
      },
    });
  }
}
