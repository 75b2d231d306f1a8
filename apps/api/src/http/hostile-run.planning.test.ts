import { describeHostileRun } from '#testing/hostile-suite.ts';

describeHostileRun('planning');
