import { createRequire } from 'node:module';
import { types } from 'node:util';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Jest runs each suite in a context of its own and loads every module into it anew, which for a whole gateway takes
 * seconds. `loadNatively` lets Node load a module instead: outside of that context, and once for all suites of a
 * Jest process. `native-module.mjs` says which modules use it.
 */
export default class NativeEnvironment extends TestEnvironment {
  // Jest replaces `exit` for each suite.
  #process = { env: { ...process.env }, exit: process.exit.bind(process) };

  constructor(...parameters) {
    super(...parameters);
    this.global.loadNatively = {
      import: (path) => import(path),
      require: createRequire(import.meta.url),
      global: globalThis,
    };
    // A suite that moves the clock or sets a variable does so for the gateway.
    this.global.Date = Date;
    this.global.process = process;
    recognizeNativeValues(this.global);
  }

  async teardown() {
    // What a suite has replaced that others use, too.
    this.moduleMocker?.restoreAllMocks();
    Object.assign(process, this.#process);
    await super.teardown();
  }
}

const isInstance = Function.prototype[Symbol.hasInstance];

/** Each context has its own `Error` and so on; `instanceof` in a suite takes those from outside for what they are. */
function recognizeNativeValues(context) {
  for (const name of [
    'Array',
    'Function',
    'Map',
    'Object',
    'Promise',
    'RegExp',
    'Set',
    'RangeError',
    'SyntaxError',
    'TypeError',
  ]) {
    const inside = context[name];
    const outside = globalThis[name];
    recognize(inside, (value) => isInstance.call(outside, value));
  }
  recognize(context.Error, types.isNativeError);
}

/** And code outside takes an error or a promise of a suite for one. */
recognize(Error, types.isNativeError);
recognize(Promise, types.isPromise);

function recognize(type, isOne) {
  Object.defineProperty(type, Symbol.hasInstance, {
    value(value) {
      return isInstance.call(this, value) || (this === type && isOne(value));
    },
  });
}
