import { type ImportedProvider } from './imported-provider.js';

/** The prefix of a name that selects a region: `us.`, `eu.`, … */
const BEDROCK_REGION = /^(?:(?:us|eu|apac|au|jp|global)\.|[a-z]{2}-[a-z]{4,9}-\d\/)/;

/** Names of retired models, and names that are not models. */
const EXCLUDED_NAMES = {
  // LiteLLM lists the last of these without its deployment type, but with the price of one zone.
  azure:
    /\/|^(?:gpt-(?:35|3\.5|4-|4$|4\.5|4o-(?:mini-)?(?:audio|realtime)-preview)|o1-(?:mini|preview)|ada$|command-r|codestral|mistral-(?:small$|large(?:$|-2402|-2407|-latest))|phi-3|meta-llama-3-|jais|jamba|container|model[-_]router|sora-2-pro-high|gpt-4o-mini-2024)/,
  bedrock:
    /claude-(?:v\d|instant|3-)|^claude|@|ai21\.j(?:2|amba-instruct)|llama2|titan-(?:text|image|embed-g1)|command-(?:text|light)|stable-diffusion|sd3-large|stable-image-(?:core|ultra)-v1:0$|commitment|invoke\/|^us-gov/,
  // Variants for which OpenRouter chooses a host, and its own routers, have no price of their own.
  openrouter: /:|^openrouter\//,
  // The meaning of names that end in `latest` changes.
  vertex:
    /claude-3-|gemini-(?:1|2\.0|flash-experimental|pro)|latest$|preview-tts|deep-research|^(?:medlm|text-unicorn|imagegeneration|jamba|codestral(?:@|-2[45])|mistral-(?:nemo|large)|text-embedding-(?:preview|large-exp|004)|search_api|chirp|meta\/llama3-)/,
};

/** Services that resell the models of others, and serve them like their makers. */
export const CLOUDS: readonly ImportedProvider[] = [
  {
    provider: 'azure-openai',
    isMaker: false,
    hasDatedReleases: true,
    servesAsMaker: true,
    hosts: ['*.openai.azure.com', '*.services.ai.azure.com', '*.cognitiveservices.azure.com'],
    modelsDev: 'azure',
    liteLlm: {
      providers: ['azure', 'azure_ai', 'azure_text'],
      // An entry without a deployment type may have the price of any type.
      prefixes: ['azure/global-standard/', 'azure/global/', 'azure/', 'azure_ai/'],
    },
    excludedNames: EXCLUDED_NAMES.azure,
    showsCents: true,
  },
  {
    provider: 'bedrock',
    isMaker: false,
    hasDatedReleases: false,
    servesAsMaker: true,
    hosts: ['bedrock-runtime.*.amazonaws.com', 'bedrock-mantle.*.api.aws'],
    modelsDev: 'amazon-bedrock',
    liteLlm: {
      providers: ['bedrock', 'bedrock_converse', 'bedrock_mantle'],
      prefixes: ['bedrock/', 'bedrock_mantle/'],
      mayLackPrefix: true,
    },
    excludedNames: EXCLUDED_NAMES.bedrock,
    region: BEDROCK_REGION,
  },
  {
    provider: 'openrouter',
    isMaker: false,
    hasDatedReleases: false,
    servesAsMaker: true,
    hosts: ['openrouter.ai'],
    // models.dev copies the list that OpenRouter publishes.
    modelsDev: 'openrouter',
    excludedNames: EXCLUDED_NAMES.openrouter,
  },
  {
    provider: 'vertex',
    isMaker: false,
    hasDatedReleases: true,
    servesAsMaker: true,
    hosts: ['aiplatform.googleapis.com'],
    modelsDev: 'google-vertex',
    liteLlm: {
      providers: [
        'vertex_ai',
        ...['language', 'embedding', 'image', 'video'].map((kind) => `vertex_ai-${kind}-models`),
        ...['anthropic', 'mistral', 'deepseek', 'llama', 'minimax', 'moonshot', 'zai', 'openai', 'qwen'].map(
          (maker) => `vertex_ai-${maker}_models`,
        ),
      ],
      prefixes: ['vertex_ai/'],
      mayLackPrefix: true,
    },
    excludedNames: EXCLUDED_NAMES.vertex,
  },
  // At these hosts models cost more than elsewhere, which the data sets do not contain completely.
  {
    provider: 'bedrock-gov',
    isMaker: false,
    hasDatedReleases: false,
    servesAsMaker: true,
    hosts: ['bedrock-runtime.us-gov-west-1.amazonaws.com', 'bedrock-runtime.us-gov-east-1.amazonaws.com'],
  },
  {
    provider: 'vertex-regional',
    isMaker: false,
    hasDatedReleases: false,
    servesAsMaker: true,
    hosts: ['*-aiplatform.googleapis.com', 'aiplatform.*.rep.googleapis.com'],
  },
];
