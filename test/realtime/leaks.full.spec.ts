import { promiseNoLeaks } from './no-leaks.js';

promiseNoLeaks(3_000);
