import { testNoLeaks } from './no-leaks.js';

testNoLeaks(3_000);
