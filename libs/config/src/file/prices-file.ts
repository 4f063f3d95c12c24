import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { quote } from '../text/quote.js';
import { parseYamlFile } from './parse-yaml-file.js';
import { priceSchema } from './model-schema.js';
import { Problem } from './problem.js';
import { readTextFile, describeReadError } from './read-config-file.js';
import * as values from './values.js';

const pricesSchema = z.record(values.modelId, priceSchema, 'a map of prices by model id');

/** The prices of models, by model id. */
export type ModelPrices = z.output<typeof pricesSchema>;

interface PricesFileOptions {
  /** The config file: a relative path starts from its folder. */
  beside: string;
  environment: NodeJS.ProcessEnv;
}

export function readPricesFile(given: string, { beside, environment }: PricesFileOptions): ModelPrices {
  const text = readText(resolve(dirname(beside), given), given);
  return parseYamlFile({ shownName: given, text }, { schema: pricesSchema, environment }).settings;
}

function readText(path: string, given: string): string {
  try {
    return readTextFile(path);
  } catch (error) {
    throw new Problem(['pricesFile'], `${quote(given)} ${describeReadError(error)}`);
  }
}
