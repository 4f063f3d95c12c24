import { type ListedModel, type TokenPrices } from './listed-model.js';

/** `capabilities` and `price` are more than the format has; its clients leave what they do not know alone. */
export function openAiModel({ id, ownedBy, createdAt, capabilities, price }: ListedModel): object {
  const created = Math.floor(createdAt.getTime() / 1000);
  return {
    id,
    object: 'model',
    created,
    owned_by: ownedBy,
    capabilities,
    ...(price && { price: rates(price) }),
  };
}

function rates({ inputPerMTok, cachedInputPerMTok, outputPerMTok }: TokenPrices): object {
  return {
    input_per_m_tok: inputPerMTok,
    cached_input_per_m_tok: cachedInputPerMTok,
    output_per_m_tok: outputPerMTok,
  };
}

export function openAiModelList(models: readonly ListedModel[]): object {
  return { object: 'list', data: models.map(openAiModel) };
}
