import { agentsClients } from './agents.mjs';
import { aiSdkClients } from './ai-sdk.mjs';
import { anthropicClients } from './anthropic.mjs';
import { googleClients } from './google.mjs';
import { langchainClients } from './langchain.mjs';
import { llamaindexClients } from './llamaindex.mjs';
import { mastraClients } from './mastra.mjs';
import { openaiClients } from './openai.mjs';

export const SDKS = [...openaiClients, ...anthropicClients, ...googleClients];
export const AI_SDK = aiSdkClients;
export const QUICK = [...SDKS, ...AI_SDK];
export const FRAMEWORKS = [...langchainClients, ...agentsClients, ...llamaindexClients, ...mastraClients];
