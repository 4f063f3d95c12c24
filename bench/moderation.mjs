/** The accuracy of the sandbox's moderation, on the sentences that it was tuned with and on others. */
import { readFileSync } from 'node:fs';
import { measureQuality } from '../dist/libs/sandbox/src/moderation/__fixtures__/quality.js';

const tuning = readTexts('tuning.json');
const heldOut = readTexts('held-out.json');

report('TUNING HALF: the rules were corrected until they fitted these', tuning);
report('HELD-OUT HALF: no rule was corrected by these', heldOut);
report(
  'Of the held-out half, written before the rules, by the same author: this flatters',
  heldOut.filter((text) => !text.writtenAfterRules),
);
report(
  'Of the held-out half, written after the rules and often indirect: nearer to what strangers write',
  heldOut.filter((text) => text.writtenAfterRules),
);

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
