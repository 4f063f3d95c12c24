import { readFileSync } from 'node:fs';

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

const project = {
  rootDir: import.meta.dirname,
  testEnvironment: '<rootDir>/test/harness/native-environment.mjs',
  testRegex: '\\.spec\\.ts$',
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json'],
  extensionsToTreatAsEsm: ['.ts'],
  // A condition of our own: other packages have a "source" too, which is not meant for us.
  testEnvironmentOptions: { customExportConditions: ['modelgate-source', 'node', 'node-addons'] },
  transformIgnorePatterns: [`/node_modules/${JEST}`],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1', '^#(.+)$': '<rootDir>/dist/libs/$1/src/index.js' },
};

/** What is loaded by Node, as it was built, and the rest from its source. */
const transform = (built) => ({
  [built]: [NATIVE_MODULE, {}],
  [`/node_modules/(?!${JEST}).+\\.mjs$`]: [NATIVE_MODULE, {}],
  [`/node_modules/(${NATIVE_COMMON_JS.join('|')})/`]: [NATIVE_MODULE, { format: 'cjs' }],
  [`/node_modules/(${NATIVE_MODULES.join('|')})/`]: [NATIVE_MODULE, {}],
  '^.+\\.ts$': ['@swc/jest', { swcrc: false, sourceMaps: 'inline', jsc }],
});

export default {
  projects: [
    {
      ...project,
      displayName: 'units',
      roots: ['<rootDir>/apps', '<rootDir>/libs'],
      transform: transform('/dist/libs/[^/]+/src/index\\.js$'),
    },
    {
      ...project,
      displayName: 'gateway',
      roots: ['<rootDir>/test'],
      transform: transform('/apps/[^/]+/src/.+\\.ts$|/dist/libs/[^/]+/src/index\\.js$'),
    },
  ],
  globalSetup: './test/harness/start-database.mjs',
  globalTeardown: './test/harness/stop-database.mjs',
  reporters: ['default', '<rootDir>/scripts/jest-tally.mjs'],
  // Generous: a busy machine is no fault of what is tested.
  testTimeout: 60_000,
  // By default one core is left idle, which is half of a small machine.
  maxWorkers: '100%',
  // What a suite has loaded is never let go: a worker that has run many of them does little but collect garbage.
  workerIdleMemoryLimit: '1GB',
};
