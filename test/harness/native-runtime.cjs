const { AsyncLocalStorage, ...asyncHooks } = require('node:async_hooks');
const { createRequire } = require('node:module');

/** The runtime that Jest itself would use. */
const Runtime = createRequire(createRequire(require.resolve('jest')).resolve('@jest/core'))(
  'jest-runtime',
).default;

/**
 * Half of what Jest loads for a suite does not depend on its context. What looks at values does, as `expect` and
 * `pretty-format`: each context has its own `Map` and `Error`.
 */
const SHARED_MODULES = new Set([
  'co',
  'dedent',
  'is-generator-fn',
  'jest-message-util',
  'jest-regex-util',
  'jest-snapshot',
  'jest-util',
  'p-limit',
  'pure-rand',
  'slash',
  'stack-utils',
]);

let lastContext;

/**
 * In which Jest notes, for each suite in one of its own, which test is running. Node copies what such a storage holds
 * to every new promise until it is told that nobody needs it, so promises would become slower with each suite.
 */
class TestContext extends AsyncLocalStorage {
  constructor() {
    super();
    lastContext?.disable();
    lastContext = this;
  }
}

const asyncHooksOfJest = { ...asyncHooks, AsyncLocalStorage: TestContext };

/** Loads for Jest, which loads itself into the context of each suite, what the suites of a process can share. */
class NativeRuntime extends Runtime {
  requireInternalModule(from, name) {
    if (name === 'node:async_hooks') return asyncHooksOfJest;
    return SHARED_MODULES.has(name) ? createRequire(from)(name) : super.requireInternalModule(from, name);
  }
}

module.exports = NativeRuntime;
