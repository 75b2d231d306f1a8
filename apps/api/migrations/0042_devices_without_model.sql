-- The specification does not require the model of a device, and knows four models only.
-- expands

alter table devices alter column model drop not null;
comment on column devices.model is 'One of the four models; null for another or an unknown one.';
