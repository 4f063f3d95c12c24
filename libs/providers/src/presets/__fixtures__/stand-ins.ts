import { deepSeekStandIn } from '../deepseek/__fixtures__/stand-in.js';
import { doubaoStandIn } from '../doubao/__fixtures__/stand-in.js';
import { groqStandIn } from '../groq/__fixtures__/stand-in.js';
import { miniMaxStandIn } from '../minimax/__fixtures__/stand-in.js';
import { mistralStandIn } from '../mistral/__fixtures__/stand-in.js';
import { moonshotStandIn } from '../moonshot/__fixtures__/stand-in.js';
import { openRouterStandIn } from '../openrouter/__fixtures__/stand-in.js';
import { qwenStandIn } from '../qwen/__fixtures__/stand-in.js';
import { siliconFlowStandIn } from '../siliconflow/__fixtures__/stand-in.js';
import { type StandIn } from './stand-in.js';
import { zhipuStandIn } from '../zhipu/__fixtures__/stand-in.js';

/** By preset. The others behave as OpenAI does. */
export const STAND_INS: Readonly<Record<string, StandIn>> = {
  deepseek: deepSeekStandIn,
  doubao: doubaoStandIn,
  groq: groqStandIn,
  minimax: miniMaxStandIn,
  mistral: mistralStandIn,
  moonshot: moonshotStandIn,
  openrouter: openRouterStandIn,
  qwen: qwenStandIn,
  siliconflow: siliconFlowStandIn,
  zhipu: zhipuStandIn,
};
