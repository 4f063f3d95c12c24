/** Who may import whom. docs/architecture.md has the drawing. */

const fs = require('node:fs');
const { LAYERS } = require('./scripts/library-layers.cjs');

const lib = (...names) => `^libs/(${names.join('|')})/`;

/** The tests of a library may measure their time, and try any character. */
const onlyTo = (from, to) => ({
  name: `${from}-imports`,
  severity: 'error',
  from: { path: lib(from) },
  to: { path: '^(libs|apps|test)/', pathNot: [lib(from, ...to), '^test/(any-text|cpu-time)/'] },
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

/** A package that only the places in `allowed` may import. */
const fence = (name, packages, allowed, comment) => ({
  name: `fence-${name}`,
  comment,
  severity: 'error',
  from: { path: '^(apps|libs)/', pathNot: allowed },
  to: { path: `(^|/)node_modules/(${packages.join('|')})/` },
});

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
      name: 'the-web-console-knows-only-the-network',
      comment: 'It runs in a browser: what it knows of the gateway it is told over HTTP.',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^libs/|^node:', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^test/' },
    },
    ...libraryRules(),
    {
      name: 'a-conversation-is-pure',
      comment: 'The realtime server knows neither its socket, nor the models behind it, nor what they cost.',
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
        'Only openai-chat-input builds on two others: it is read like one and answered like the other.',
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
      from: { path: lib('providers') },
      to: { path: lib('wire'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'plain-facts-are-pure',
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
    fence('nest-typeorm', ['@nestjs/typeorm'], ['\\.repository\\.ts$', '\\.module\\.ts$']),
    {
      name: 'swagger-is-loaded-late',
      comment: 'It costs a second: only who asks for the reference pays for it.',
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
    fence('zod', ['zod'], ['^libs/(config|models)/']),
    fence('yaml', ['yaml'], ['^libs/config/']),
    {
      name: 'free-of-the-framework',
      comment: 'What is pure, or describes somebody else, needs no Nest.',
      severity: 'error',
      from: {
        path: lib('canonical', 'sse', 'wire', 'providers', 'tokenizer', 'lifecycle', 'embedded-postgres'),
      },
      to: { path: '(^|/)node_modules/@nestjs/' },
    },
    {
      name: 'policies-are-free-of-the-framework',
      comment: 'What requests are held to is a calculation.',
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
