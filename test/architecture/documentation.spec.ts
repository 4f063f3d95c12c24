import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { LISTED_FACTS } from '#declarations';
import { listProviders } from '#providers';
import { STAND_INS } from '../../libs/providers/src/presets/__fixtures__/stand-ins.js';

function readDoc(name: string): string {
  return readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
}

it.each(LISTED_FACTS.map(({ column }) => column))('docs/usage.md has the fact %s', (column) => {
  expect(readDoc('usage.md')).toContain(`\`${column}\``);
});

const changing = listProviders().filter(
  (provider) => provider.id in STAND_INS && provider.changeRequest !== undefined,
);

it.each(changing.map(({ id }) => id))('docs/presets.md says what changes in requests to %s', (id) => {
  expect(readDoc('presets.md')).toContain(`\`${id}\``);
});
