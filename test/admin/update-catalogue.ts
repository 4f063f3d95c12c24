import { createDataSource } from '#database';
import { updateModels } from '#model-updates';
import { readShippedModels } from '#models';
import { OPERATOR, type Principal } from '#rights';

/** Gives models of OpenAI another price, as the scheduled update does with newer data. */
export async function updateInputPrices(
  databaseUrl: string,
  prices: Readonly<Record<string, number>>,
  principal: Principal = OPERATOR,
) {
  const file = structuredClone(readShippedModels().find(({ provider }) => provider === 'openai'));
  for (const model of file?.models ?? []) {
    const inputPerMTok = prices[model.id];
    if (inputPerMTok !== undefined) model.price = { ...model.price, inputPerMTok };
  }
  const bytes = Buffer.from(JSON.stringify(file));
  const dataSource = createDataSource({ url: databaseUrl, entities: [], poolSize: 1 });
  await dataSource.initialize();
  try {
    await updateModels(dataSource, {
      sources: [{ name: 'https://example.com/models.json', sha256: '00', bytes }],
      asOf: '2026-11-15',
      appliedBy: {
        principal,
        actor: { kind: 'schedule', id: 'model-updates', name: 'schedule of model updates' },
      },
    });
  } finally {
    await dataSource.destroy();
  }
}
