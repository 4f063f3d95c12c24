import { asFields, asList, isAbsent, type Fields } from '../fields.js';
import { badField } from './bad-field.js';
import { checkSchema } from './schema-checks.js';

const MAX_STOPS = 5;

/** Minimum and maximum of numbers. */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  temperature: [0, 2],
  topP: [0, 1],
  candidateCount: [1, 8],
  maxOutputTokens: [1, Number.MAX_SAFE_INTEGER],
};

const IMAGE_CHOICES: Readonly<Record<string, readonly string[]>> = {
  aspectRatio: ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'],
  imageSize: ['1K', '2K', '4K'],
};

export function checkGenerationConfig(config: Fields): void {
  const path = ['generationConfig'];
  for (const [name, [lowest, highest]] of Object.entries(RANGES)) {
    const value = config[name];
    if (typeof value === 'number' && (value < lowest || value > highest)) {
      throw badField([...path, name], `must be in the range [${lowest}, ${highest}].`);
    }
  }
  if (asList(config.stopSequences).length > MAX_STOPS) {
    throw badField([...path, 'stopSequences'], `at most ${MAX_STOPS} stop sequences are allowed.`);
  }
  checkResponseSchema(config);
  checkThinkingConfig(asFields(config.thinkingConfig));
  checkImageConfig(asFields(config.imageConfig));
}

function checkResponseSchema(config: Fields): void {
  const names = ['responseSchema', 'responseJsonSchema'].filter((name) => !isAbsent(config[name]));
  const [name] = names;
  if (name === undefined) return;
  const path = ['generationConfig', name];
  if (names.length > 1) throw badField(path, 'only one of the two kinds of response schema may be set.');
  if (config.responseMimeType !== 'application/json' && config.responseMimeType !== 'text/x.enum') {
    throw badField(path, 'a response schema needs the response mime type application/json.');
  }
  if (name === 'responseSchema') checkSchema(asFields(config.responseSchema), path);
}

function checkImageConfig(config: Fields): void {
  for (const [name, choices] of Object.entries(IMAGE_CHOICES)) {
    const value = config[name];
    if (isAbsent(value) || choices.some((choice) => choice === value)) continue;
    throw badField(['generationConfig', 'imageConfig', name], `must be one of ${choices.join(', ')}.`);
  }
}

function checkThinkingConfig({ thinkingBudget, thinkingLevel }: Fields): void {
  if (isAbsent(thinkingBudget) || isAbsent(thinkingLevel)) return;
  const path = ['generationConfig', 'thinkingConfig'];
  throw badField(path, 'You can only set only one of thinking budget and thinking level.');
}
