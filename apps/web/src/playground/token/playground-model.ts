/** What a model can be asked for, in the words of the gateway. */
export type Capability =
  | 'chat'
  | 'embeddings'
  | 'images'
  | 'speech'
  | 'transcription'
  | 'rerank'
  | 'moderation'
  | 'video'
  | 'realtime';

/** What a million tokens cost, in US dollars. */
export interface TokenPrices {
  inputPerMTok?: number;
  cachedInputPerMTok?: number;
  outputPerMTok?: number;
}

export interface PlaygroundModel {
  id: string;
  /** The service behind it. */
  ownedBy: string;
  /** Undefined where the gateway does not say. */
  capabilities?: readonly string[];
  price?: TokenPrices;
  /** What the model takes, as far as anybody knows. */
  takes?: TakenInput;
}

/** Undefined wherever it is not known, which is no reason to hide anything. */
export interface TakenInput {
  /** The parameters that it refuses, as the chat format names them. */
  refused?: readonly string[];
  efforts?: readonly string[];
  /** What goes in: "text", "image". */
  modalities?: readonly string[];
  maxOutputTokens?: number;
}

interface ListedModel {
  id: string;
  owned_by?: string;
  capabilities?: unknown;
  price?: { input_per_m_tok?: number; cached_input_per_m_tok?: number; output_per_m_tok?: number };
  architecture?: { input_modalities?: string[] };
  top_provider?: { max_completion_tokens?: number | null };
  unsupported_parameters?: string[];
  reasoning_efforts?: string[];
}

/** The answer of `GET /v1/models`. */
export interface ModelList {
  data: ListedModel[];
}

export function readModels({ data }: ModelList): PlaygroundModel[] {
  return data.map((listed) => {
    const { id, owned_by: ownedBy = '', capabilities, price } = listed;
    return {
      id,
      ownedBy,
      capabilities: Array.isArray(capabilities) ? capabilities.map(String) : undefined,
      price: price && toPrices(price),
      takes: readTaken(listed),
    };
  });
}

function readTaken(listed: ListedModel): TakenInput {
  return {
    refused: listed.unsupported_parameters,
    efforts: listed.reasoning_efforts,
    modalities: listed.architecture?.input_modalities,
    maxOutputTokens: listed.top_provider?.max_completion_tokens ?? undefined,
  };
}

function toPrices(price: NonNullable<ListedModel['price']>): TokenPrices {
  return {
    inputPerMTok: price.input_per_m_tok,
    cachedInputPerMTok: price.cached_input_per_m_tok,
    outputPerMTok: price.output_per_m_tok,
  };
}

/** Those that can do it, or of which nobody knows that they cannot. */
export function modelsFor(models: readonly PlaygroundModel[], capability: Capability): PlaygroundModel[] {
  return models.filter(({ capabilities }) => capabilities?.includes(capability) ?? true);
}
