import { runClients } from './run-clients.js';

// What is quickly loaded, with what goes wrong first; everything else is in `npm run test:libraries`.
const part = { upstreams: ['responses', 'messages'], cases: ['tool', 'streamedTool'] };

runClients('client libraries', 'QUICK', part);
