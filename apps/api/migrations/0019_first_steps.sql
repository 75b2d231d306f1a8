-- First steps of a company without a source system; the first sync is no step of its own any more.

update settings
set skipped_steps = array_remove(array_replace(skipped_steps, 'contact', 'company'), 'sync');
