/** The import rules. docs/architecture.md has a diagram of the layers. */

const fs = require('node:fs');
const { LAYERS } = require('./scripts/library-layers.cjs');

const lib = (...names) => `^libs/(${names.join('|')})/`;

/** A library may import only these libraries, and some helpers for its tests. */
const onlyTo = (from, to) => ({
  name: `${from}-imports`,
  severity: 'error',
  from: { path: lib(from) },
  to: {
    path: '^(libs|apps|test)/',
    pathNot: [lib(from, ...to), '^test/(any-text|cpu-time|eventually|token|wave-file)/'],
  },
});

function libraryRules() {
  const above = new Set();
  const rules = Object.values(LAYERS).flatMap((libraries) =>
    Object.entries(libraries).map(([name, imports]) => {
      const allowed = imports.split(' ').filter(Boolean);
      const wrong = allowed.find((other) => !above.has(other));
      if (wrong !== undefined) throw new Error(`"${name}" cannot import "${wrong}", which is not above it`);
      above.add(name);
      return onlyTo(name, allowed);
    }),
  );
  const missing = fs.readdirSync(`${__dirname}/libs`).find((name) => !above.has(name));
  if (missing !== undefined) throw new Error(`"${missing}" is in no layer`);
  return rules;
}

/** Only files that match `allowed` may import these packages. */
const fence = (name, packages, allowed, comment) => ({
  name: `fence-${name}`,
  comment,
  severity: 'error',
  from: { path: '^(apps|libs)/', pathNot: allowed },
  to: { path: `(^|/)node_modules/(${packages.join('|')})/` },
});

/** Who may permit requests to the account of a channel for which no call of a model was admitted. */
const permitRule = (kind, allowed) => ({
  name: `${kind}-permits`,
  comment: 'Every other request to an upstream needs a call that ModelAdmission has admitted.',
  severity: 'error',
  from: { path: '^(apps|libs|test)/', pathNot: ['^libs/admission/', '^test/types/', allowed] },
  to: { path: `^libs/admission/src/${kind}-permit\\.ts$` },
});

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '/(dist|[.]build)/' },
    },
    {
      name: 'a-lib-has-one-door',
      comment: 'Other folders import a library as #name, which is its index.ts.',
      severity: 'error',
      from: { path: '^(?:apps|test)/|^libs/([^/]+)/' },
      to: {
        path: '^libs/[^/]+/src/',
        pathNot: [
          '^libs/$1/',
          '^libs/[^/]+/src/index\\.ts$',
          '^libs/admission/src/(task|probe)-permit\\.ts$',
          '^libs/providers/src/presets/__fixtures__/stand-ins\\.ts$',
          '^libs/video-tasks/src/__fixtures__/create-video-tasks\\.ts$',
        ],
      },
    },
    permitRule('task', '^libs/video-tasks/src/work/task-accounts\\.ts$'),
    permitRule('probe', '^libs/admin/src/channel-probe/'),
    {
      name: 'apps-stand-alone',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'the-web-console-knows-only-the-network',
      comment: 'The web console runs in a browser and uses the gateway over HTTP.',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^libs/|^node:', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: '\\.spec\\.ts$|/__fixtures__/' },
      to: { path: '^test/' },
    },
    ...libraryRules(),
    {
      name: 'a-conversation-is-pure',
      comment: 'Conversations of the realtime server do not depend on sockets, models or prices.',
      severity: 'error',
      from: { path: '^libs/realtime/src/conversation/', pathNot: '\\.spec\\.ts$|/__fixtures__/' },
      to: {
        path: '^(libs|apps|test)/|node_modules/|^(node:)?(fs|net|http|https|child_process|timers)',
        pathNot: ['^libs/realtime/src/conversation/', lib('canonical')],
      },
    },
    {
      name: 'sockets-know-no-sessions',
      severity: 'error',
      from: { path: '^libs/realtime/src/sockets/', pathNot: '\\.spec\\.ts$' },
      to: {
        path: '^(libs|apps|test)/',
        pathNot: ['^libs/realtime/src/sockets/', lib('canonical')],
      },
    },
    {
      name: 'passthrough-and-bridge-do-not-know-each-other',
      severity: 'error',
      from: { path: '^libs/realtime/src/(passthrough|bridge)/' },
      to: { path: '^libs/realtime/src/(passthrough|bridge)/', pathNot: '^libs/realtime/src/$1/' },
    },
    {
      name: 'formats-do-not-know-each-other',
      comment:
        'Only openai-chat-input uses two others: one format for its requests and the other for its responses.',
      severity: 'error',
      from: {
        path: '^libs/wire/src/(openai-chat|openai-completions|openai-responses|anthropic-messages|gemini-generate-content|bedrock-converse)/',
      },
      to: {
        path: '^libs/wire/src/(openai-chat|openai-chat-input|openai-completions|openai-responses|anthropic-messages|gemini-generate-content|bedrock-converse)/',
        pathNot: '^libs/wire/src/$1/',
      },
    },
    {
      name: 'providers-do-not-know-each-other',
      comment: 'A provider similar to OpenAI may import the index of openai-compatible.',
      severity: 'error',
      from: { path: '^libs/providers/src/([^/]+)/' },
      to: {
        path: '^libs/providers/src/[^/]+/',
        pathNot: ['^libs/providers/src/$1/', '^libs/providers/src/openai-compatible/index\\.ts$'],
      },
    },
    {
      name: 'wire-types-only-for-providers',
      comment: 'Providers may use the types of formats, but not their codecs.',
      severity: 'error',
      from: { path: lib('providers') },
      to: { path: lib('wire'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'plain-facts-are-pure',
      severity: 'error',
      from: {
        path: lib('canonical', 'sse', 'json-scan', 'api-schemas', 'wire'),
        pathNot: '\\.spec\\.ts$|/__fixtures__/',
      },
      to: {
        path: 'node_modules/|^(node:)?(fs|net|http|https|child_process|timers)',
      },
    },
    {
      name: 'typeorm-in-entities-and-repositories',
      comment: 'Entities and repositories only. Other files with SQL import only types, such as Database.',
      severity: 'error',
      from: {
        path: '^(apps|libs)/',
        pathNot: ['\\.entity\\.ts$', '\\.repository\\.ts$', '^libs/database/'],
      },
      to: { path: '(^|/)node_modules/typeorm/', dependencyTypesNot: ['type-only'] },
    },
    fence('nest-typeorm', ['@nestjs/typeorm'], ['\\.repository\\.ts$', '\\.module\\.ts$']),
    {
      name: 'swagger-is-loaded-late',
      comment: 'Loading it takes a second, so it is loaded only for the API reference.',
      severity: 'error',
      from: { path: '^(apps|libs)/' },
      to: { path: '(^|/)node_modules/@nestjs/swagger/', dependencyTypesNot: ['type-only', 'dynamic-import'] },
    },
    fence('bullmq', ['bullmq', '@nestjs/bullmq'], ['^libs/jobs/']),
    fence('ioredis', ['ioredis'], ['^libs/(jobs|limits)/']),
    fence('prom-client', ['prom-client'], ['^libs/telemetry/']),
    fence('undici', ['undici'], ['^libs/egress/']),
    fence(
      'ws',
      ['ws'],
      ['^libs/realtime/src/sockets/', '^apps/api/src/realtime/', '\\.spec\\.ts$', '/__fixtures__/'],
    ),
    {
      ...fence('request-signing', ['@smithy/signature-v4'], ['^libs/(media|upstream)/']),
      comment:
        'Requests of cloud accounts are signed in #upstream, which requires a permit. Media signs for its bucket.',
    },
    fence('zod', ['zod'], ['^libs/(config|models)/']),
    fence('yaml', ['yaml'], ['^libs/config/']),
    {
      name: 'free-of-the-framework',
      comment: 'Libraries with pure functions or protocols do not need Nest.',
      severity: 'error',
      from: {
        path: lib(
          'canonical',
          'sse',
          'json-scan',
          'api-schemas',
          'wire',
          'providers',
          'tokenizer',
          'lifecycle',
          'embedded-postgres',
        ),
      },
      to: { path: '(^|/)node_modules/@nestjs/' },
    },
    {
      name: 'policies-are-free-of-the-framework',
      comment: 'Policies are pure functions.',
      severity: 'error',
      from: { path: '^libs/relay/src/policies/' },
      to: { path: '(^|/)node_modules/@nestjs/' },
    },
    {
      name: 'the-command-line-has-no-framework',
      severity: 'error',
      from: { path: '^apps/cli/' },
      to: { path: '(^|/)node_modules/@nestjs/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['modelgate-source', 'import', 'require', 'node', 'default'],
    },
  },
};
