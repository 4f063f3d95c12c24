import { parentPort, workerData } from 'node:worker_threads';
import { listModelChanges } from '../model-changes.js';
import { providerModelsSchema } from '../model-facts.js';
import { overlayModels, readShippedModels } from '../shipped-models.js';
import { type PlanResult, type PlanJob, type SourceFacts, type UpdateSource } from './plan-job.js';
import { type PlannedUpdate, detectForm, planUpdate } from './update-models.js';
import { type NumberedData, unwrapSerial } from './unwrap-serial.js';

function plan({ stored, sources, asOf }: PlanJob): PlanResult {
  const shipped = readShippedModels();
  const current = overlayModels(shipped, stored);
  let planned: PlannedUpdate = { files: shipped, disagreements: [] };
  let sourceFacts: SourceFacts[] = [];
  try {
    const data = sources.map((source) => ({ url: source.url, asOf, ...parse(source) }));
    sourceFacts = data.map(({ content, serial }) => ({ form: detectForm(content), serial }));
    if (data.length > 0) planned = planUpdate(current, data);
  } catch (error) {
    return { unreadable: (error as Error).message };
  }
  const invalidFile = planned.files.find((file) => !providerModelsSchema.safeParse(file).success);
  // Otherwise data would be stored that cannot be read.
  if (invalidFile !== undefined)
    return {
      unreadable: `The data of the sources for ${invalidFile.provider} exceeds the limits of the model catalog.`,
    };
  return { planned: { ...planned, changes: listModelChanges(current, planned.files), sourceFacts } };
}

function parse({ name, bytes }: UpdateSource): NumberedData {
  let content: unknown;
  try {
    content = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Error(`${name} is not JSON.`);
  }
  return unwrapSerial(name, content);
}

parentPort?.postMessage(plan(workerData as PlanJob), []);
