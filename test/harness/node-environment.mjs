import { createRequire } from 'node:module';

/** The version that Jest itself uses. */
const require = createRequire(createRequire(import.meta.url).resolve('jest-environment-node'));
const { ModuleMocker } = require('jest-mock');
const { ModernFakeTimers } = require('@jest/fake-timers');

const TEST_TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');

/**
 * Suites run in the context of Node itself. Jest would create a new context for each of them and load itself and every
 * module into it; that would be a quarter of the processor time of a run, and the contexts are never freed.
 */
export default class NodeEnvironment {
  // Jest replaces `exit` for each suite.
  #process = { env: { ...process.env }, exit: process.exit.bind(process) };
  /** Jest may add members to it without changing the globals of the process. */
  global = Object.create(globalThis);
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  getVmContext() {
    return null;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  async setup() {}

  /** Restores globals that a suite has replaced and other suites use too. */
  async teardown() {
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.useRealTimers();
    Object.assign(process, this.#process);
    delete globalThis[TEST_TIMEOUT];
  }
}
