#!/bin/sh
# Makes the authority of a cluster in FOLDER, if it has none, and a certificate for each machine:
#   sh certificates.sh FOLDER pg1=192.0.2.11 pg2=192.0.2.12 pg3=192.0.2.13
# FOLDER/NAME belongs on the machine NAME as /etc/pos-cluster. FOLDER/ca.key belongs on none of them:
# whoever has it can make certificates. Run this again, within 825 days, to renew certificates.
set -eu
umask 077
folder=$1
shift
mkdir -p "$folder"
if [ ! -f "$folder/ca.key" ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -days 7300 \
    -subj '/CN=POS Admin cluster' -addext 'keyUsage=critical,keyCertSign,cRLSign' \
    -keyout "$folder/ca.key" -out "$folder/ca.crt" 2>/dev/null
fi
for machine in "$@"; do
  name=${machine%%=*}
  place=$folder/$name
  mkdir -p "$place"
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -subj "/CN=$name" \
    -keyout "$place/machine.key" -out "$place/request" 2>/dev/null
  # Each machine is a server and a client of the others. The product reads localhost through HAProxy.
  cat >"$place/extensions" <<END
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=serverAuth,clientAuth
subjectAltName=DNS:$name,DNS:localhost,IP:127.0.0.1,IP:${machine#*=}
END
  openssl x509 -req -in "$place/request" -CA "$folder/ca.crt" -CAkey "$folder/ca.key" \
    -CAcreateserial -days 825 -extfile "$place/extensions" -out "$place/machine.crt" 2>/dev/null
  rm "$place/request" "$place/extensions"
  cp "$folder/ca.crt" "$place/ca.crt"
done
