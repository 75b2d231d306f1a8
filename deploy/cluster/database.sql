-- Run once on the primary as postgres: the role and the database of the product.
create role pos_admin login password '@PASSWORD@';
-- Lets /metrics see standbys and the transactions of others.
grant pg_monitor to pos_admin;
create database pos_admin owner pos_admin;
