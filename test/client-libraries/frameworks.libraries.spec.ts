import { runClients } from './run-clients.js';

runClients('frameworks', 'FRAMEWORKS');
