import { parentPort, workerData } from 'node:worker_threads';
import { listModelChanges } from '../model-changes.js';
import { providerModelsSchema } from '../model-facts.js';
import { overlayModels, readShippedModels } from '../shipped-models.js';
import { type PlanAnswer, type PlanJob, type UpdateSource } from './plan-job.js';
import { type PlannedUpdate, planUpdate } from './update-models.js';

function plan({ stored, sources, asOf }: PlanJob): PlanAnswer {
  const shipped = readShippedModels();
  const current = overlayModels(shipped, stored);
  let planned: PlannedUpdate = { files: shipped, disagreements: [] };
  try {
    if (sources.length > 0) {
      planned = planUpdate(
        current,
        sources.map((source) => ({ url: source.url, asOf, content: parse(source) })),
      );
    }
  } catch (error) {
    return { unreadable: (error as Error).message };
  }
  const wrong = planned.files.find((file) => !providerModelsSchema.safeParse(file).success);
  // It would be stored, and read by nobody.
  if (wrong !== undefined)
    return {
      unreadable: `What the sources say of ${wrong.provider} goes beyond the limits of the catalogue.`,
    };
  return { planned: { ...planned, changes: listModelChanges(current, planned.files) } };
}

function parse({ name, bytes }: UpdateSource): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Error(`${name} is not JSON.`);
  }
}

parentPort?.postMessage(plan(workerData as PlanJob), []);
