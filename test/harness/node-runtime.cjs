const asyncHooks = require('node:async_hooks');
const { createRequire } = require('node:module');
const { pathToFileURL } = require('node:url');

/** The runtime that Jest itself would use. */
const Runtime = createRequire(createRequire(require.resolve('jest')).resolve('@jest/core'))(
  'jest-runtime',
).default;

const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');
const TEST_TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');
const { AsyncLocalStorage } = asyncHooks;

let lastContext;

/**
 * Jest stores in it which test is running. Node copies the content of such a storage to every new promise until it is
 * disabled, so promises would become slower with each suite.
 */
class TestContext extends AsyncLocalStorage {
  constructor() {
    super();
    lastContext?.disable();
    lastContext = this;
  }
}

/** Lets Node load the compiled suites, and what Jest loads for each of them. */
class NodeRuntime extends Runtime {
  requireInternalModule(path) {
    // The tests of a suite are registered in this module: each suite has its own.
    delete require.cache[path];
    delete globalThis[EVENT_HANDLERS];
    asyncHooks.AsyncLocalStorage = TestContext;
    try {
      return require(path);
    } finally {
      asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
    }
  }

  setGlobalsForRuntime(globals) {
    this.suiteGlobals = { ...globals, jest: createJest(this._environment) };
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    const [{ setGlobals }, { getBuiltPlace }] = await Promise.all([
      import('./jest-globals.mjs'),
      import('./built-tests.mjs'),
    ]);
    setGlobals(this.suiteGlobals);
    await import(pathToFileURL(getBuiltPlace(path)).href);
  }
}

/** What suites use of Jest's object. Modules cannot be mocked: they are shared by all suites of a process. */
function createJest({ moduleMocker, fakeTimersModern: timers }) {
  return {
    fn: moduleMocker.fn.bind(moduleMocker),
    spyOn: moduleMocker.spyOn.bind(moduleMocker),
    restoreAllMocks: () => moduleMocker.restoreAllMocks(),
    setTimeout: (timeoutMs) => (globalThis[TEST_TIMEOUT] = timeoutMs),
    useFakeTimers: () => timers.useFakeTimers(),
    useRealTimers: () => timers.useRealTimers(),
    advanceTimersByTime: (elapsedMs) => timers.advanceTimersByTime(elapsedMs),
    advanceTimersByTimeAsync: (elapsedMs) => timers.advanceTimersByTimeAsync(elapsedMs),
    getTimerCount: () => timers.getTimerCount(),
  };
}

module.exports = NodeRuntime;
