import { readFileSync } from 'node:fs';

const { jsc } = JSON.parse(readFileSync(new URL('./.swcrc', import.meta.url), 'utf8'));

// ES modules that CommonJS packages require(): Jest cannot load those natively on Node 20.
const esModulesRequiredFromCommonJs = ['cookie'];

export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/test'],
  testRegex: '\\.spec\\.ts$',
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json'],
  extensionsToTreatAsEsm: ['.ts'],
  // A condition of our own: other packages have a "source" too, which is not meant for us.
  testEnvironmentOptions: { customExportConditions: ['modelgate-source', 'node', 'node-addons'] },
  transform: {
    '^.+\\.ts$': ['@swc/jest', { swcrc: false, sourceMaps: 'inline', jsc }],
    '^.+\\.m?js$': ['@swc/jest', { swcrc: false, jsc: { target: 'es2023' } }],
  },
  transformIgnorePatterns: [
    `/node_modules/(?!(.*/node_modules/)?(${esModulesRequiredFromCommonJs.join('|')})/)`,
  ],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  globalSetup: '<rootDir>/test/gateway/database-server.mjs',
  globalTeardown: '<rootDir>/test/gateway/stop-database-server.mjs',
  reporters: ['default', '<rootDir>/scripts/jest-tally.mjs'],
  // Generous: a busy machine is no fault of what is tested.
  testTimeout: 60_000,
  // By default one core is left idle, which is half of a small machine.
  maxWorkers: '100%',
  // What a suite has loaded is never let go: a worker that has run many of them does little but collect garbage.
  workerIdleMemoryLimit: '1GB',
};
