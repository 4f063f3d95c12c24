/** Who may import whom. The picture behind these rules is in docs/architecture.md. */

const lib = (...names) => `^libs/(${names.join('|')})/`;

/** `from` may reach no library of ours but those in `to`. */
const onlyTo = (from, to, comment) => ({
  name: `${from}-imports`,
  comment,
  severity: 'error',
  from: { path: lib(from) },
  to: { path: '^(libs|apps|test)/', pathNot: [lib(from, ...to)] },
});

/** A package that only the places in `allowed` may import. */
const fence = (name, packages, allowed, comment) => ({
  name: `fence-${name}`,
  comment,
  severity: 'error',
  from: { path: '^(apps|libs)/', pathNot: allowed },
  to: { path: `(^|/)node_modules/(${packages.join('|')})/` },
});

const everyLib = '^libs/([^/]+)/';

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '/dist/' },
    },
    {
      name: 'a-lib-has-one-door',
      comment: 'Outside its own folder a library is imported as #name, which is its index.ts.',
      severity: 'error',
      from: { path: '^(?:apps|test)/|^libs/([^/]+)/' },
      to: { path: '^libs/[^/]+/src/', pathNot: ['^libs/$1/', '^libs/[^/]+/src/index\\.ts$'] },
    },
    {
      name: 'apps-stand-alone',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^test/' },
    },
    onlyTo('canonical', [], 'The hub knows nobody.'),
    onlyTo('sse', []),
    onlyTo('config', []),
    onlyTo('telemetry', []),
    onlyTo('secrets', []),
    onlyTo('embedded-postgres', []),
    onlyTo('database', ['telemetry']),
    onlyTo('queue', ['telemetry']),
    onlyTo('egress', ['canonical']),
    onlyTo('wire', ['canonical', 'sse'], 'Formats are pure: no framework, no I/O.'),
    onlyTo('tokenizer', []),
    onlyTo('providers', ['canonical', 'wire', 'egress', 'media', 'tokenizer']),
    onlyTo('catalog', ['canonical', 'config', 'database', 'secrets', 'telemetry']),
    onlyTo('access', ['canonical', 'config', 'database', 'secrets', 'telemetry']),
    onlyTo('stored-responses', ['canonical', 'database', 'secrets']),
    onlyTo('setup', [
      'access',
      'canonical',
      'catalog',
      'config',
      'database',
      'providers',
      'secrets',
      'telemetry',
    ]),
    onlyTo('lifecycle', ['config', 'telemetry']),
    onlyTo('relay', [
      'canonical',
      'sse',
      'config',
      'telemetry',
      'egress',
      'wire',
      'providers',
      'catalog',
      'access',
      'tokenizer',
      'media',
    ]),
    onlyTo('background-responses', [
      'canonical',
      'sse',
      'telemetry',
      'wire',
      'access',
      'relay',
      'secrets',
      'stored-responses',
      'database',
    ]),
    onlyTo('media', ['canonical']),
    onlyTo('metering', ['canonical', 'database', 'config']),
    onlyTo('webhooks', ['canonical', 'database', 'egress', 'secrets', 'telemetry', 'access']),
    onlyTo('video-tasks', [
      'canonical',
      'telemetry',
      'egress',
      'wire',
      'providers',
      'catalog',
      'access',
      'media',
      'metering',
      'webhooks',
      'secrets',
      'database',
    ]),
    {
      name: 'formats-do-not-know-each-other',
      severity: 'error',
      from: {
        path: '^libs/wire/src/(openai-chat|openai-completions|openai-responses|anthropic-messages|gemini-generate-content)/',
      },
      to: {
        path: '^libs/wire/src/(openai-chat|openai-completions|openai-responses|anthropic-messages|gemini-generate-content)/',
        pathNot: '^libs/wire/src/$1/',
      },
    },
    {
      name: 'providers-do-not-know-each-other',
      comment: 'An OpenAI-like provider builds on openai-compatible through its index.',
      severity: 'error',
      from: { path: '^libs/providers/src/([^/]+)/' },
      to: {
        path: '^libs/providers/src/[^/]+/',
        pathNot: ['^libs/providers/src/$1/', '^libs/providers/src/openai-compatible/index\\.ts$'],
      },
    },
    {
      name: 'wire-types-only-for-providers',
      comment: 'Providers may name formats, not call codecs.',
      severity: 'error',
      from: { path: lib('providers'), pathNot: '^libs/providers/src/sandbox/' },
      to: { path: lib('wire'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'pure-rooms',
      severity: 'error',
      from: { path: lib('canonical', 'sse', 'wire'), pathNot: '\\.spec\\.ts$|/__fixtures__/' },
      to: {
        path: 'node_modules/|^(node:)?(fs|net|http|https|child_process|timers)',
        pathNot: 'node_modules/class-validator/',
      },
    },
    fence(
      'typeorm',
      ['typeorm'],
      ['\\.entity\\.ts$', '\\.repository\\.ts$', '^libs/database/'],
      'SQL stays in entities, repositories and the database library.',
    ),
    fence('bullmq', ['bullmq', '@nestjs/bullmq', 'ioredis'], ['^libs/queue/', '\\.processor\\.ts$']),
    fence('undici', ['undici'], ['^libs/egress/']),
    fence('zod', ['zod', 'yaml'], ['^libs/config/']),
    fence(
      'nest',
      ['@nestjs'],
      [everyLib.replace('([^/]+)', '(relay|access|catalog|queue|database|telemetry)'), '^apps/(api|worker)/'],
    ),
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
