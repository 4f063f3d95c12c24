import { availableParallelism } from 'node:os';

export default {
  rootDir: import.meta.dirname,
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/test'],
  testRegex: '\\.spec\\.ts$',
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json'],
  // Suites are compiled before they run (`test/harness/built-tests.mjs`), and Node loads them.
  transform: {},
  testEnvironment: '<rootDir>/test/harness/node-environment.mjs',
  runtime: '<rootDir>/test/harness/node-runtime.cjs',
  testSequencer: './test/harness/longest-first.cjs',
  globalSetup: './test/harness/start-database.mjs',
  globalTeardown: './test/harness/stop-database.mjs',
  reporters: ['default', '<rootDir>/scripts/jest-tally.mjs'],
  // Generous: a busy machine is no fault of what is tested.
  testTimeout: 300_000,
  // A third of the time suites wait, for a process or a moment: one more of them than there are cores keeps these busy.
  maxWorkers: availableParallelism() + 1,
  // Modules that a suite has loaded are never freed.
  workerIdleMemoryLimit: '1500MB',
};
