import { promiseNoLeaks } from './no-leaks.js';

promiseNoLeaks(10_000);
