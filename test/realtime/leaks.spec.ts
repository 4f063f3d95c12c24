import { promiseNoLeaks } from './no-leaks.js';

promiseNoLeaks(2_000);
