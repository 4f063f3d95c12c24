import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const { jsc } = JSON.parse(readFileSync(new URL('./.swcrc', import.meta.url), 'utf8'));

const NATIVE_MODULE = '<rootDir>/test/harness/native-module.mjs';
/** Packages whose entries are CommonJS, and large. */
const NATIVE_COMMON_JS = ['cohere-ai', 'ioredis', 'pino', 'typeorm', 'undici'];
const NATIVE_MODULES = [
  '@ai-sdk/[^/]+',
  '@anthropic-ai/sdk',
  '@google/genai',
  '@nestjs/[^/]+',
  'ai',
  'openai',
];
/** These have to share the context of the suites. */
const JEST = '(@jest|jest[^/]*|fast-check|pure-rand)/';

/** What was built of our own code. */
const PRODUCT = '/(apps/(api|cli|worker)|libs/[^/]+)/src/(?!.*(\\.spec\\.ts$|__fixtures__/)).+\\.ts$';

/** What suites ask in the place of services, which is built before they run. */
const FAKE_UPSTREAM = '/test/fake-upstream/(?!.*\\.spec\\.ts$).+\\.ts$';

const project = {
  rootDir: import.meta.dirname,
  testEnvironment: '<rootDir>/test/harness/native-environment.mjs',
  runtime: '<rootDir>/test/harness/native-runtime.cjs',
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/test'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json'],
  extensionsToTreatAsEsm: ['.ts'],
  // A condition of our own: other packages have a "source" too, which is not meant for us.
  testEnvironmentOptions: { customExportConditions: ['modelgate-source', 'node', 'node-addons'] },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transformIgnorePatterns: [`/node_modules/${JEST}`],
};

const transform = {
  [`/node_modules/(?!${JEST}).+\\.mjs$`]: [NATIVE_MODULE, {}],
  [`/node_modules/(${NATIVE_COMMON_JS.join('|')})/`]: [NATIVE_MODULE, { format: 'cjs' }],
  [`/node_modules/(${NATIVE_MODULES.join('|')})/`]: [NATIVE_MODULE, {}],
  '^.+\\.ts$': ['@swc/jest', { swcrc: false, sourceMaps: 'inline', jsc }],
};

export default {
  projects: [
    {
      ...project,
      displayName: 'built',
      testRegex: '(?<!\\.source)\\.spec\\.ts$',
      transform: { [PRODUCT]: [NATIVE_MODULE, {}], [FAKE_UPSTREAM]: [NATIVE_MODULE, {}], ...transform },
    },
    {
      ...project,
      displayName: 'source',
      // Timers that a suite fakes and classes that it declares are those of its context, so what it tests is loaded there.
      testRegex: '\\.source\\.spec\\.ts$',
      transform,
    },
  ],
  testSequencer: './test/harness/longest-first.cjs',
  globalSetup: './test/harness/start-database.mjs',
  globalTeardown: './test/harness/stop-database.mjs',
  reporters: ['default', '<rootDir>/scripts/jest-tally.mjs'],
  // Generous: a busy machine is no fault of what is tested.
  testTimeout: 180_000,
  // A third of the time suites wait, for a process or a moment: one more of them than there are cores keeps these busy.
  maxWorkers: availableParallelism() + 1,
  // What a suite has loaded is never let go: a worker that has run many of them does little but collect garbage.
  workerIdleMemoryLimit: '1GB',
};
