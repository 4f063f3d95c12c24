import { runClients } from './run-clients.js';

runClients('AI SDK', 'AI_SDK');
