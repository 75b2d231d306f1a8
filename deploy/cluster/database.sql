-- Run once on the primary as postgres: the role and the database of the product.
create role pos_admin login password '@PASSWORD@';
create database pos_admin owner pos_admin;
