import { parentPort, workerData } from 'node:worker_threads';
import { listModelChanges } from '../model-changes.js';
import { providerModelsSchema } from '../model-facts.js';
import { overlayModels, readShippedModels } from '../shipped-models.js';
import { type PlanAnswer, type PlanJob, type SourceFacts, type UpdateSource } from './plan-job.js';
import { type PlannedUpdate, detectForm, planUpdate } from './update-models.js';
import { type NumberedData, unwrapSerial } from './unwrap-serial.js';

function plan({ stored, sources, asOf }: PlanJob): PlanAnswer {
  const shipped = readShippedModels();
  const current = overlayModels(shipped, stored);
  let planned: PlannedUpdate = { files: shipped, disagreements: [] };
  let sourceFacts: SourceFacts[] = [];
  try {
    const given = sources.map((source) => ({ url: source.url, asOf, ...parse(source) }));
    sourceFacts = given.map(({ content, serial }) => ({ form: detectForm(content), serial }));
    if (given.length > 0) planned = planUpdate(current, given);
  } catch (error) {
    return { unreadable: (error as Error).message };
  }
  const wrong = planned.files.find((file) => !providerModelsSchema.safeParse(file).success);
  // It would be stored, and read by nobody.
  if (wrong !== undefined)
    return {
      unreadable: `What the sources say of ${wrong.provider} goes beyond the limits of the catalogue.`,
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
