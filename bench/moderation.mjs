/** The accuracy of the sandbox's moderation, on the sentences that it was tuned with and on others. */
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildTests, getBuiltPlace } from '../test/harness/built-tests.mjs';

const { measureQuality } = await loadTestHelper('../libs/sandbox/src/moderation/__fixtures__/quality.ts');
const tuning = readTexts('tuning.json');
const heldOut = readTexts('held-out.json');

report('Tuning half: the rules were tuned with these texts', tuning);
report('Held-out half: no rule was tuned with these texts', heldOut);
report(
  'Held-out half, texts from before the rules, by the same author (too optimistic)',
  heldOut.filter((text) => !text.writtenAfterRules),
);
report(
  'Held-out half, texts from after the rules, often indirect (closer to real texts)',
  heldOut.filter((text) => text.writtenAfterRules),
);

/** The build contains no helpers of tests, so this one is compiled here. */
async function loadTestHelper(path) {
  const source = fileURLToPath(new URL(path, import.meta.url));
  await buildTests((test) => test === source);
  return import(pathToFileURL(getBuiltPlace(source)).href);
}

function readTexts(file) {
  return JSON.parse(readFileSync(new URL(`../test/moderation/${file}`, import.meta.url), 'utf8'));
}

function report(title, texts) {
  const harmless = texts.filter(({ categories }) => categories.length === 0).length;
  console.log(`\n${title} (${texts.length} texts, ${harmless} of them harmless)`);
  const rows = measureQuality(texts).map(({ of, count, precision, recall, f1 }) => ({
    of,
    texts: count,
    precision: precision.toFixed(2),
    recall: recall.toFixed(2),
    F1: f1.toFixed(2),
  }));
  console.table(rows);
}
