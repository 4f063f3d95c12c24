/**
 * Config files and channels with long lists, sent by an admin. Each list nearly reaches the byte limit of its route.
 */
import { adminHeaders } from './admin-seeds.mjs';
import { inEverySample, json } from './hostile-request.mjs';

const COUNT = 490_000;

const list = (item) => `[${`${item},`.repeat(COUNT)}${item}]`;

const channel = (members) => `{"name":"a","provider":"openai","apiKey":"k",${members}}`;

const names = () => `{${Array.from({ length: 80_000 }, (_, index) => `"x-${index}":0`).join(',')}}`;

/** The maximum number of entries, and nearly the maximum of bytes. */
const owners = () =>
  JSON.stringify(
    Array.from({ length: 10_000 }, (_, index) => ({ name: `owner-${index}@example.com`, rpm: index + 1 })),
  );

export function configs() {
  const sections = [
    ['redacted kinds', () => `"policies":{"redact":${list(0)}}`],
    ['models of members', () => `"members":{"models":${list(0)}}`],
    ['sources of models', () => `"modelUpdates":{"from":${list(0)}}`],
    ['models of a channel', () => `"channels":[${channel(`"models":${list(0)}`)}]`],
    ['maps as models of a channel', () => `"channels":[${channel(`"models":${list('{}')}`)}]`],
    ['headers of a channel', () => `"channels":[${channel(`"models":["m"],"headers":${names()}`)}]`],
    ['fallbacks', () => `"models":[{"id":"m","fallbacks":${list(0)}}]`],
    ['networks', () => `"tokens":[{"name":"t","allowedIps":${list(0)}}]`],
    ['channels', () => `"channels":${list('{}')}`],
    ['10,000 owners', () => `"owners":${owners()}`],
    ['1 MB of one name', () => `"owners":[{"name":"${'x'.repeat(1_000_000)}"}]`],
  ];
  const fields = [
    ['models', () => `"models":${list(0)}`],
    ['keys', () => `"models":["m"],"api_keys":${list(0)}`],
    ['formats', () => `"models":["m"],"formats":${list(0)}`],
    ['headers', () => `"models":["m"],"headers":${names()}`],
  ];
  return [
    ...sections.map(([name, write]) =>
      json(`${String(name)} in a config`, '/api/config/diff', () => `{"config":{${write()}}}`),
    ),
    ...['/api/channels', '/api/channels/check'].flatMap((path) =>
      fields.map(([name, write]) =>
        json(`${String(name)} at ${path}`, path, () => `{"name":"a","provider":"openai",${write()}}`),
      ),
    ),
  ].map(asAdmin);
}

function asAdmin(request) {
  return inEverySample({
    ...request,
    prepare: async (_, origin) => ({ headers: { ...request.headers, ...(await adminHeaders(origin)) } }),
  });
}
