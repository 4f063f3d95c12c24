/** A capability of a model, as the API names it. */
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

/** In US dollars. */
export interface ModelPrices {
  inputPerMTok?: number;
  outputPerMTok?: number;
  perImage?: number;
  perSecondVideo?: number;
  perMinuteAudio?: number;
  perMChar?: number;
  perSearch?: number;
  perRequest?: number;
}

export interface PlaygroundModel {
  id: string;
  /** The provider, such as `openai`. */
  ownedBy: string;
  /** Undefined if the API does not list them. */
  capabilities?: readonly string[];
  /** The context length. */
  contextTokens?: number;
  price?: ModelPrices;
  /** What the model accepts, as far as is known. */
  input?: AcceptedInput;
}

/** Undefined values are unknown. The playground hides only what a model is known not to accept. */
export interface AcceptedInput {
  /** Names of parameters in the Chat format. */
  unsupportedParameters?: readonly string[];
  efforts?: readonly string[];
  /** Input modalities, such as "text" and "image". */
  modalities?: readonly string[];
  maxOutputTokens?: number;
}

interface ListedPrices {
  input_per_m_tok?: number;
  output_per_m_tok?: number;
  per_image?: number;
  per_second_video?: number;
  per_minute_audio?: number;
  per_m_char?: number;
  per_search?: number;
  per_request?: number;
}

interface ListedModel {
  id: string;
  owned_by?: string;
  capabilities?: unknown;
  context_length?: number;
  price?: ListedPrices;
  architecture?: { input_modalities?: string[] };
  top_provider?: { max_completion_tokens?: number | null };
  unsupported_parameters?: string[];
  reasoning_efforts?: string[];
}

/** The response of `GET /v1/models`. */
export interface ModelList {
  data: ListedModel[];
}

export function readModels({ data }: ModelList): PlaygroundModel[] {
  return data.map((listed) => {
    const { id, owned_by: ownedBy = '', capabilities, context_length: contextTokens, price } = listed;
    return {
      id,
      ownedBy,
      capabilities: Array.isArray(capabilities) ? capabilities.map(String) : undefined,
      contextTokens,
      price: price && toPrices(price),
      input: readAcceptedInput(listed),
    };
  });
}

function readAcceptedInput(listed: ListedModel): AcceptedInput {
  return {
    unsupportedParameters: listed.unsupported_parameters,
    efforts: listed.reasoning_efforts,
    modalities: listed.architecture?.input_modalities,
    maxOutputTokens: listed.top_provider?.max_completion_tokens ?? undefined,
  };
}

function toPrices(price: ListedPrices): ModelPrices {
  return {
    inputPerMTok: price.input_per_m_tok,
    outputPerMTok: price.output_per_m_tok,
    perImage: price.per_image,
    perSecondVideo: price.per_second_video,
    perMinuteAudio: price.per_minute_audio,
    perMChar: price.per_m_char,
    perSearch: price.per_search,
    perRequest: price.per_request,
  };
}

/** The models that have the capability, and the models with unknown capabilities. */
export function modelsFor(models: readonly PlaygroundModel[], capability: Capability): PlaygroundModel[] {
  return models.filter(({ capabilities }) => capabilities?.includes(capability) ?? true);
}
